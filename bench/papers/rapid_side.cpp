// rapid_side.cpp - RAPID 2.01 behind functions of C. abut-bench has this text in it, and compiles it together with the
// sources in the folder that "papers --rapid" names: RAPID's licence lets nobody else hand them on.
#include <RAPID.H>
#include <cstddef>
#include <cstdint>
#include <obb.H>
#if __has_include(<RAPID_version.H>)
#include <RAPID_version.H>
#else
static const char rapid_version[] = "RAPID, version unknown";
#endif

extern "C" {

const char* abut_rapid_version()
{
    return rapid_version;
}

// Of a model: two boxes and one triangle for each triangle.
std::size_t abut_rapid_bytes()
{
    return 2 * sizeof(box) + sizeof(tri);
}

void* abut_rapid_build(const double* vertices, const std::uint32_t* triangles, std::size_t count)
{
    RAPID_model* model = new RAPID_model;
    model->BeginModel();
    for (std::size_t i = 0; i < count; i++) {
        const std::uint32_t* corner = triangles + 3 * i;
        model->AddTri(vertices + 3 * std::size_t{corner[0]}, vertices + 3 * std::size_t{corner[1]},
                      vertices + 3 * std::size_t{corner[2]}, static_cast<int>(i));
    }
    if (model->EndModel() == RAPID_OK) return model;
    delete model;
    return nullptr;
}

void abut_rapid_free(void* model)
{
    delete static_cast<RAPID_model*>(model);
}

// counts: tests of boxes, tests of triangles, contacts. pairs: two numbers a contact, until the next question.
int abut_rapid_ask(void* a, double a_rotation[3][3], double a_shift[3], double a_scale, void* b,
                   double b_rotation[3][3], double b_shift[3], double b_scale, int first,
                   int counts[3], const int** pairs)
{
    const int status = RAPID_Collide(a_rotation, a_shift, a_scale, static_cast<RAPID_model*>(a),
                                     b_rotation, b_shift, b_scale, static_cast<RAPID_model*>(b),
                                     first ? RAPID_FIRST_CONTACT : RAPID_ALL_CONTACTS);
    counts[0] = RAPID_num_box_tests;
    counts[1] = RAPID_num_tri_tests;
    counts[2] = RAPID_num_contacts;
    *pairs = RAPID_num_contacts ? &RAPID_contact->id1 : nullptr;
    return status == RAPID_OK;
}

}  // extern "C"
