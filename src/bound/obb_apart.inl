// obb_apart.inl - the separating axis test for boxes kept as BOX, NAME the function, ROW(box, i) axis i.
// Included by obb.c, once for double boxes and once for float ones. All arithmetic is in double, and
// every float is a double, so the same proof holds for both. All comparisons are written so that NaN
// proves nothing. The axes of a are tried while their products are made: most boxes part there.
int NAME(const BOX* a, double a_scale, const placed_obb* b, const obb_margin* margin)
{
    double shift[3], half[3], along[3];  // along: from a's centre to b's, along a's axes
    for (int k = 0; k < 3; k++) {
        shift[k] = b->centre[k] - (double)a->centre[k] * a_scale;
        half[k] = (double)a->half[k] * a_scale;
    }
    for (int i = 0; i < 3; i++)
        along[i] = (double)ROW(a, i)[0] * shift[0] + (double)ROW(a, i)[1] * shift[1] +
                   (double)ROW(a, i)[2] * shift[2];
    const double sum_a = half[0] + half[1] + half[2];
    const double sum_b = b->half[0] + b->half[1] + b->half[2];
    const double more = ROUNDING * (absolute_sum3(along) + sum_a + sum_b) + margin->rate_a * sum_a +
                        margin->rate_b * sum_b + b->error + margin->fixed;

    double normal[3][3], size[3][3];  // axis i of a . axis j of b, and its absolute value
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            normal[i][j] = (double)ROW(a, i)[0] * b->axes.row[j][0] +
                           (double)ROW(a, i)[1] * b->axes.row[j][1] +
                           (double)ROW(a, i)[2] * b->axes.row[j][2];
            size[i][j] = fabs(normal[i][j]);
        }
        if (fabs(along[i]) > half[i] + dot3(size[i], b->half) + more) return 1;
    }
    for (int j = 0; j < 3; j++) {
        const double distance =
            along[0] * normal[0][j] + along[1] * normal[1][j] + along[2] * normal[2][j];
        const double reach =
            half[0] * size[0][j] + half[1] * size[1][j] + half[2] * size[2][j] + b->half[j] + more;
        if (fabs(distance) > reach) return 1;
    }
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double distance = along[i2] * normal[i1][j] - along[i1] * normal[i2][j];
            const double reach = half[i1] * size[i2][j] + half[i2] * size[i1][j] +
                                 b->half[j1] * size[i][j2] + b->half[j2] * size[i][j1] + more;
            if (fabs(distance) > reach) return 1;
        }
    }
    return 0;
}

#undef NAME
#undef BOX
#undef ROW
