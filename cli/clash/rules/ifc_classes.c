// ifc_classes.c - the classes of products of IFC 2x3, 4 and 4.3, each with the one above it, as the schemas of buildingSMART
// declare them. A class that has other ones above it in other versions is there as often.
#include "clash/rules/ifc.h"

#include <stdlib.h>
#include <string.h>

typedef struct ifc_class {
    const char *name, *above;
} ifc_class;

// Sorted by name.
// clang-format off
static const ifc_class classes[] = {
    {"IfcActuator", "IfcDistributionControlElement"}, {"IfcAirTerminal", "IfcFlowTerminal"},
    {"IfcAirTerminalBox", "IfcFlowController"},
    {"IfcAirToAirHeatRecovery", "IfcEnergyConversionDevice"},
    {"IfcAlarm", "IfcDistributionControlElement"},
    {"IfcAlignment", "IfcLinearPositioningElement"}, {"IfcAlignmentCant", "IfcLinearElement"},
    {"IfcAlignmentHorizontal", "IfcLinearElement"}, {"IfcAlignmentSegment", "IfcLinearElement"},
    {"IfcAlignmentVertical", "IfcLinearElement"}, {"IfcAnnotation", "IfcProduct"},
    {"IfcAudioVisualAppliance", "IfcFlowTerminal"}, {"IfcBeam", "IfcBuildingElement"},
    {"IfcBeam", "IfcBuiltElement"}, {"IfcBeamStandardCase", "IfcBeam"},
    {"IfcBearing", "IfcBuiltElement"}, {"IfcBoiler", "IfcEnergyConversionDevice"},
    {"IfcBorehole", "IfcGeotechnicalAssembly"}, {"IfcBridge", "IfcFacility"},
    {"IfcBridgePart", "IfcFacilityPart"}, {"IfcBuilding", "IfcFacility"},
    {"IfcBuilding", "IfcSpatialStructureElement"}, {"IfcBuildingElement", "IfcElement"},
    {"IfcBuildingElementComponent", "IfcBuildingElement"},
    {"IfcBuildingElementPart", "IfcBuildingElementComponent"},
    {"IfcBuildingElementPart", "IfcElementComponent"},
    {"IfcBuildingElementProxy", "IfcBuildingElement"},
    {"IfcBuildingElementProxy", "IfcBuiltElement"},
    {"IfcBuildingStorey", "IfcSpatialStructureElement"}, {"IfcBuiltElement", "IfcElement"},
    {"IfcBurner", "IfcEnergyConversionDevice"}, {"IfcCableCarrierFitting", "IfcFlowFitting"},
    {"IfcCableCarrierSegment", "IfcFlowSegment"}, {"IfcCableFitting", "IfcFlowFitting"},
    {"IfcCableSegment", "IfcFlowSegment"}, {"IfcCaissonFoundation", "IfcDeepFoundation"},
    {"IfcChamferEdgeFeature", "IfcEdgeFeature"}, {"IfcChiller", "IfcEnergyConversionDevice"},
    {"IfcChimney", "IfcBuildingElement"}, {"IfcChimney", "IfcBuiltElement"},
    {"IfcCivilElement", "IfcElement"}, {"IfcCoil", "IfcEnergyConversionDevice"},
    {"IfcColumn", "IfcBuildingElement"}, {"IfcColumn", "IfcBuiltElement"},
    {"IfcColumnStandardCase", "IfcColumn"}, {"IfcCommunicationsAppliance", "IfcFlowTerminal"},
    {"IfcCompressor", "IfcFlowMovingDevice"}, {"IfcCondenser", "IfcEnergyConversionDevice"},
    {"IfcController", "IfcDistributionControlElement"}, {"IfcConveyorSegment", "IfcFlowSegment"},
    {"IfcCooledBeam", "IfcEnergyConversionDevice"},
    {"IfcCoolingTower", "IfcEnergyConversionDevice"}, {"IfcCourse", "IfcBuiltElement"},
    {"IfcCovering", "IfcBuildingElement"}, {"IfcCovering", "IfcBuiltElement"},
    {"IfcCurtainWall", "IfcBuildingElement"}, {"IfcCurtainWall", "IfcBuiltElement"},
    {"IfcDamper", "IfcFlowController"}, {"IfcDeepFoundation", "IfcBuiltElement"},
    {"IfcDiscreteAccessory", "IfcElementComponent"},
    {"IfcDistributionBoard", "IfcFlowController"},
    {"IfcDistributionChamberElement", "IfcDistributionFlowElement"},
    {"IfcDistributionControlElement", "IfcDistributionElement"},
    {"IfcDistributionElement", "IfcElement"},
    {"IfcDistributionFlowElement", "IfcDistributionElement"}, {"IfcDistributionPort", "IfcPort"},
    {"IfcDoor", "IfcBuildingElement"}, {"IfcDoor", "IfcBuiltElement"},
    {"IfcDoorStandardCase", "IfcDoor"}, {"IfcDuctFitting", "IfcFlowFitting"},
    {"IfcDuctSegment", "IfcFlowSegment"}, {"IfcDuctSilencer", "IfcFlowTreatmentDevice"},
    {"IfcEarthworksCut", "IfcFeatureElementSubtraction"},
    {"IfcEarthworksElement", "IfcBuiltElement"}, {"IfcEarthworksFill", "IfcEarthworksElement"},
    {"IfcEdgeFeature", "IfcFeatureElementSubtraction"},
    {"IfcElectricAppliance", "IfcFlowTerminal"},
    {"IfcElectricDistributionBoard", "IfcFlowController"},
    {"IfcElectricDistributionPoint", "IfcFlowController"},
    {"IfcElectricFlowStorageDevice", "IfcFlowStorageDevice"},
    {"IfcElectricFlowTreatmentDevice", "IfcFlowTreatmentDevice"},
    {"IfcElectricGenerator", "IfcEnergyConversionDevice"},
    {"IfcElectricMotor", "IfcEnergyConversionDevice"},
    {"IfcElectricTimeControl", "IfcFlowController"}, {"IfcElectricalElement", "IfcElement"},
    {"IfcElement", "IfcProduct"}, {"IfcElementAssembly", "IfcElement"},
    {"IfcElementComponent", "IfcElement"},
    {"IfcEnergyConversionDevice", "IfcDistributionFlowElement"},
    {"IfcEngine", "IfcEnergyConversionDevice"}, {"IfcEquipmentElement", "IfcElement"},
    {"IfcEvaporativeCooler", "IfcEnergyConversionDevice"},
    {"IfcEvaporator", "IfcEnergyConversionDevice"},
    {"IfcExternalSpatialElement", "IfcExternalSpatialStructureElement"},
    {"IfcExternalSpatialStructureElement", "IfcSpatialElement"},
    {"IfcFacility", "IfcSpatialStructureElement"},
    {"IfcFacilityPart", "IfcSpatialStructureElement"},
    {"IfcFacilityPartCommon", "IfcFacilityPart"}, {"IfcFan", "IfcFlowMovingDevice"},
    {"IfcFastener", "IfcElementComponent"}, {"IfcFeatureElement", "IfcElement"},
    {"IfcFeatureElementAddition", "IfcFeatureElement"},
    {"IfcFeatureElementSubtraction", "IfcFeatureElement"},
    {"IfcFilter", "IfcFlowTreatmentDevice"}, {"IfcFireSuppressionTerminal", "IfcFlowTerminal"},
    {"IfcFlowController", "IfcDistributionFlowElement"},
    {"IfcFlowFitting", "IfcDistributionFlowElement"},
    {"IfcFlowInstrument", "IfcDistributionControlElement"}, {"IfcFlowMeter", "IfcFlowController"},
    {"IfcFlowMovingDevice", "IfcDistributionFlowElement"},
    {"IfcFlowSegment", "IfcDistributionFlowElement"},
    {"IfcFlowStorageDevice", "IfcDistributionFlowElement"},
    {"IfcFlowTerminal", "IfcDistributionFlowElement"},
    {"IfcFlowTreatmentDevice", "IfcDistributionFlowElement"},
    {"IfcFooting", "IfcBuildingElement"}, {"IfcFooting", "IfcBuiltElement"},
    {"IfcFurnishingElement", "IfcElement"}, {"IfcFurniture", "IfcFurnishingElement"},
    {"IfcGeographicElement", "IfcElement"}, {"IfcGeomodel", "IfcGeotechnicalAssembly"},
    {"IfcGeoslice", "IfcGeotechnicalAssembly"},
    {"IfcGeotechnicalAssembly", "IfcGeotechnicalElement"},
    {"IfcGeotechnicalElement", "IfcElement"},
    {"IfcGeotechnicalStratum", "IfcGeotechnicalElement"}, {"IfcGrid", "IfcPositioningElement"},
    {"IfcGrid", "IfcProduct"}, {"IfcHeatExchanger", "IfcEnergyConversionDevice"},
    {"IfcHumidifier", "IfcEnergyConversionDevice"},
    {"IfcImpactProtectionDevice", "IfcElementComponent"},
    {"IfcInterceptor", "IfcFlowTreatmentDevice"}, {"IfcJunctionBox", "IfcFlowFitting"},
    {"IfcKerb", "IfcBuiltElement"}, {"IfcLamp", "IfcFlowTerminal"},
    {"IfcLightFixture", "IfcFlowTerminal"}, {"IfcLinearElement", "IfcProduct"},
    {"IfcLinearPositioningElement", "IfcPositioningElement"},
    {"IfcLiquidTerminal", "IfcFlowTerminal"}, {"IfcMarineFacility", "IfcFacility"},
    {"IfcMarinePart", "IfcFacilityPart"}, {"IfcMechanicalFastener", "IfcElementComponent"},
    {"IfcMechanicalFastener", "IfcFastener"}, {"IfcMedicalDevice", "IfcFlowTerminal"},
    {"IfcMember", "IfcBuildingElement"}, {"IfcMember", "IfcBuiltElement"},
    {"IfcMemberStandardCase", "IfcMember"},
    {"IfcMobileTelecommunicationsAppliance", "IfcFlowTerminal"},
    {"IfcMooringDevice", "IfcBuiltElement"}, {"IfcMotorConnection", "IfcEnergyConversionDevice"},
    {"IfcNavigationElement", "IfcBuiltElement"},
    {"IfcOpeningElement", "IfcFeatureElementSubtraction"},
    {"IfcOpeningStandardCase", "IfcOpeningElement"}, {"IfcOutlet", "IfcFlowTerminal"},
    {"IfcPavement", "IfcBuiltElement"}, {"IfcPile", "IfcBuildingElement"},
    {"IfcPile", "IfcDeepFoundation"}, {"IfcPipeFitting", "IfcFlowFitting"},
    {"IfcPipeSegment", "IfcFlowSegment"}, {"IfcPlate", "IfcBuildingElement"},
    {"IfcPlate", "IfcBuiltElement"}, {"IfcPlateStandardCase", "IfcPlate"},
    {"IfcPort", "IfcProduct"}, {"IfcPositioningElement", "IfcProduct"},
    {"IfcProjectionElement", "IfcFeatureElementAddition"},
    {"IfcProtectiveDevice", "IfcFlowController"},
    {"IfcProtectiveDeviceTrippingUnit", "IfcDistributionControlElement"},
    {"IfcProxy", "IfcProduct"}, {"IfcPump", "IfcFlowMovingDevice"},
    {"IfcRail", "IfcBuiltElement"}, {"IfcRailing", "IfcBuildingElement"},
    {"IfcRailing", "IfcBuiltElement"}, {"IfcRailway", "IfcFacility"},
    {"IfcRailwayPart", "IfcFacilityPart"}, {"IfcRamp", "IfcBuildingElement"},
    {"IfcRamp", "IfcBuiltElement"}, {"IfcRampFlight", "IfcBuildingElement"},
    {"IfcRampFlight", "IfcBuiltElement"}, {"IfcReferent", "IfcPositioningElement"},
    {"IfcReinforcedSoil", "IfcEarthworksElement"}, {"IfcReinforcingBar", "IfcReinforcingElement"},
    {"IfcReinforcingElement", "IfcBuildingElementComponent"},
    {"IfcReinforcingElement", "IfcElementComponent"},
    {"IfcReinforcingMesh", "IfcReinforcingElement"}, {"IfcRoad", "IfcFacility"},
    {"IfcRoadPart", "IfcFacilityPart"}, {"IfcRoof", "IfcBuildingElement"},
    {"IfcRoof", "IfcBuiltElement"}, {"IfcRoundedEdgeFeature", "IfcEdgeFeature"},
    {"IfcSanitaryTerminal", "IfcFlowTerminal"}, {"IfcSensor", "IfcDistributionControlElement"},
    {"IfcShadingDevice", "IfcBuildingElement"}, {"IfcShadingDevice", "IfcBuiltElement"},
    {"IfcSign", "IfcElementComponent"}, {"IfcSignal", "IfcFlowTerminal"},
    {"IfcSite", "IfcSpatialStructureElement"}, {"IfcSlab", "IfcBuildingElement"},
    {"IfcSlab", "IfcBuiltElement"}, {"IfcSlabElementedCase", "IfcSlab"},
    {"IfcSlabStandardCase", "IfcSlab"}, {"IfcSolarDevice", "IfcEnergyConversionDevice"},
    {"IfcSpace", "IfcSpatialStructureElement"}, {"IfcSpaceHeater", "IfcFlowTerminal"},
    {"IfcSpatialElement", "IfcProduct"}, {"IfcSpatialStructureElement", "IfcProduct"},
    {"IfcSpatialStructureElement", "IfcSpatialElement"}, {"IfcSpatialZone", "IfcSpatialElement"},
    {"IfcStackTerminal", "IfcFlowTerminal"}, {"IfcStair", "IfcBuildingElement"},
    {"IfcStair", "IfcBuiltElement"}, {"IfcStairFlight", "IfcBuildingElement"},
    {"IfcStairFlight", "IfcBuiltElement"}, {"IfcStructuralAction", "IfcStructuralActivity"},
    {"IfcStructuralActivity", "IfcProduct"}, {"IfcStructuralConnection", "IfcStructuralItem"},
    {"IfcStructuralCurveAction", "IfcStructuralAction"},
    {"IfcStructuralCurveConnection", "IfcStructuralConnection"},
    {"IfcStructuralCurveMember", "IfcStructuralMember"},
    {"IfcStructuralCurveMemberVarying", "IfcStructuralCurveMember"},
    {"IfcStructuralCurveReaction", "IfcStructuralReaction"}, {"IfcStructuralItem", "IfcProduct"},
    {"IfcStructuralLinearAction", "IfcStructuralAction"},
    {"IfcStructuralLinearAction", "IfcStructuralCurveAction"},
    {"IfcStructuralLinearActionVarying", "IfcStructuralLinearAction"},
    {"IfcStructuralMember", "IfcStructuralItem"},
    {"IfcStructuralPlanarAction", "IfcStructuralAction"},
    {"IfcStructuralPlanarAction", "IfcStructuralSurfaceAction"},
    {"IfcStructuralPlanarActionVarying", "IfcStructuralPlanarAction"},
    {"IfcStructuralPointAction", "IfcStructuralAction"},
    {"IfcStructuralPointConnection", "IfcStructuralConnection"},
    {"IfcStructuralPointReaction", "IfcStructuralReaction"},
    {"IfcStructuralReaction", "IfcStructuralActivity"},
    {"IfcStructuralSurfaceAction", "IfcStructuralAction"},
    {"IfcStructuralSurfaceConnection", "IfcStructuralConnection"},
    {"IfcStructuralSurfaceMember", "IfcStructuralMember"},
    {"IfcStructuralSurfaceMemberVarying", "IfcStructuralSurfaceMember"},
    {"IfcStructuralSurfaceReaction", "IfcStructuralReaction"},
    {"IfcSurfaceFeature", "IfcFeatureElement"}, {"IfcSwitchingDevice", "IfcFlowController"},
    {"IfcSystemFurnitureElement", "IfcFurnishingElement"}, {"IfcTank", "IfcFlowStorageDevice"},
    {"IfcTendon", "IfcReinforcingElement"}, {"IfcTendonAnchor", "IfcReinforcingElement"},
    {"IfcTendonConduit", "IfcReinforcingElement"}, {"IfcTrackElement", "IfcBuiltElement"},
    {"IfcTransformer", "IfcEnergyConversionDevice"}, {"IfcTransportElement", "IfcElement"},
    {"IfcTransportElement", "IfcTransportationDevice"}, {"IfcTransportationDevice", "IfcElement"},
    {"IfcTubeBundle", "IfcEnergyConversionDevice"},
    {"IfcUnitaryControlElement", "IfcDistributionControlElement"},
    {"IfcUnitaryEquipment", "IfcEnergyConversionDevice"}, {"IfcValve", "IfcFlowController"},
    {"IfcVehicle", "IfcTransportationDevice"}, {"IfcVibrationDamper", "IfcElementComponent"},
    {"IfcVibrationIsolator", "IfcElementComponent"}, {"IfcVirtualElement", "IfcElement"},
    {"IfcVoidingFeature", "IfcFeatureElementSubtraction"}, {"IfcWall", "IfcBuildingElement"},
    {"IfcWall", "IfcBuiltElement"}, {"IfcWallElementedCase", "IfcWall"},
    {"IfcWallStandardCase", "IfcWall"}, {"IfcWasteTerminal", "IfcFlowTerminal"},
    {"IfcWindow", "IfcBuildingElement"}, {"IfcWindow", "IfcBuiltElement"},
    {"IfcWindowStandardCase", "IfcWindow"},
};
// clang-format on
enum { CLASS_COUNT = sizeof classes / sizeof classes[0] };

static int compare_classes(const void* x, const void* y)
{
    return strcmp(((const ifc_class*)x)->name, ((const ifc_class*)y)->name);
}

// The first entry of a class; NULL: it is none that is known.
static const ifc_class* find_class(const char* name)
{
    const ifc_class* found =
        bsearch(&(ifc_class){.name = name}, classes, CLASS_COUNT, sizeof *classes, compare_classes);
    while (found && found > classes && strcmp(found[-1].name, name) == 0)
        found--;
    return found;
}

bool ifc_is_class(const char* name)
{
    return strcmp(name, "IfcProduct") == 0 || find_class(name);
}

// NOLINTNEXTLINE(misc-no-recursion): classes are a dozen deep
bool ifc_is_a(const char* class, const char* above)
{
    if (strcmp(class, above) == 0) return true;
    const ifc_class* c = find_class(class);
    for (; c && c < classes + CLASS_COUNT && strcmp(c->name, class) == 0; c++)
        if (ifc_is_a(c->above, above)) return true;
    return false;
}
