// ifc.js - abut-ifc.js: IFC by web-ifc.
import * as ifc from "web-ifc";
import { serve } from "./worker.js";

// One thread: others would need files beside this one. Where the module is, the build says (fetch).
class IfcAPI extends ifc.IfcAPI {
  Init() {
    return super.Init((name) => name, true);
  }
}

serve("ifc", async () => ({ ...ifc, IfcAPI }));
