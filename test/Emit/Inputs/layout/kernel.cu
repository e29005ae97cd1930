__global__ void row_sums_of_a_product(const float *__restrict__ left, float *sums, int width) {
    __shared__ float left_tile_of_block[64][64];
    float sum_of_this_row = 0.0f;
    for(int first_column=0; first_column<width; first_column+=64) {
        for (int row=0; row<64; ++row)
            left_tile_of_block[row][threadIdx.x] = left[row*width+first_column+threadIdx.x];
        __syncthreads();
        for (int column=0; column<64; ++column)
            sum_of_this_row+=left_tile_of_block[threadIdx.x][column];
        __syncthreads();
    }
    sums[threadIdx.x]=sum_of_this_row;
}
