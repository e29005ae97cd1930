// What relies on the length of a tile's rows, and what does not. Each kernel is
// refused for one statement, beside one that is not; row-views.cu has what leads
// to elements by other names.
// RUN: %pipeline-rewrite %s %builtin --layout=pad --variant=none --verify=kernels 2>&1 >/dev/null | grep 'rows of' | FileCheck %s

#include <mma.h>

// A loop that reads a column, so that there is something to gain.
#define LOOP(FILL, USE)                                                        \
  float sum = 0.0f;                                                            \
  for (int k = 0; k < n; k += 256) {                                           \
    for (int r = 0; r < 8; ++r) {                                              \
      FILL;                                                                    \
    }                                                                          \
    __syncthreads();                                                           \
    for (int c = 0; c < 32; ++c) {                                             \
      USE;                                                                     \
    }                                                                          \
    __syncthreads();                                                           \
  }                                                                            \
  C[t] = sum;

#define FILLED As[r][t] = A[k + 32 * r + t]
#define USED sum += As[t % 8][c]

// CHECK: 'As' padded by 1 element, in 'plain_rows'
__global__ void plain_rows(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED)
}

// CHECK: 'As' left as they are: its size is asked for [row-length-relied-on]
__global__ void size_of_tile(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; sum += sizeof(As))
}

// CHECK: 'As' padded by 1 element, in 'size_of_element'
__global__ void size_of_element(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; sum += sizeof(As[0][0]))
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void flat_address(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += *(&As[0][0] + t % 8 * 32 + c))
}

// CHECK: 'As' left as they are: rows are counted from a pointer
__global__ void whole_rows(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += (*(As + t % 8))[c])
}

// CHECK: 'As' padded by 1 element, in 'row_pointer'
__global__ void row_pointer(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *row = As[t % 8]; sum += row[c])
}

// CHECK: 'As' left as they are: a pointer to one of its elements is changed or handed on
__global__ void moved_pointer(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *row = As[t % 8]; row += 1; sum += row[c - 1])
}

__device__ float look(const float *row, int c) { return row[c]; }
__device__ float look(const float (&all)[8][32], int r, int c) { return all[r][c]; }

// CHECK: 'As' padded by 1 element, in 'row_handed_on'
__global__ void row_handed_on(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += look(As[t % 8], c))
}

// CHECK: 'As' left as they are: it is handed on as a whole
__global__ void tile_handed_on(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += look(As, t % 8, c))
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void reference(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float &first = As[t % 8][0]; sum += (&first)[t])
}

// CHECK: 'As' padded by 1 element, in 'reference_in_row'
__global__ void reference_in_row(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float &first = As[t % 8][0]; sum += (&first)[c])
}

// CHECK: 'As' left as they are: it is declared without rows
__global__ void by_hand(const float *A, float *C, int n) {
  __shared__ float As[8 * 32];
  const int t = threadIdx.x;
  LOOP(As[r * 32 + t] = A[k + 32 * r + t], sum += As[t % 8 * 32 + c])
}

// Rows of two float4 stay aligned.
// CHECK: 'As' padded by 4 elements, in 'vectors'
__global__ void vectors(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, if (c % 4 == 0) {
    const float4 v = *reinterpret_cast<const float4 *>(&As[t % 8][c]);
    sum += v.x + v.y + v.z + v.w;
  })
}

// Of a vector compilers may read more than one member at once.
// CHECK: 'As' padded by 4 elements, in 'vector_members'
__global__ void vector_members(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += reinterpret_cast<const float4 *>(As[t % 8])[c / 4].y)
}

// CHECK: 'As' left as they are: an access of 16 bytes may reach into the next row
__global__ void vectors_of_odd_rows(const float *A, float *C, int n) {
  __shared__ float As[8][34];
  const int t = threadIdx.x;
  LOOP(FILLED, if (c % 4 == 0) {
    const float4 v = *reinterpret_cast<const float4 *>(&As[t % 2 * 2][c]);
    sum += v.x;
  } USED)
}

// Extents and leading dimensions are written with what binds looser than a sum.
// CHECK: 'As' padded by 8 elements, in 'fragments'
__global__ void fragments(const half *A, float *C, int n) {
  using namespace nvcuda;
  __shared__ half As[16][1 << 5];
  const int t = threadIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int k = 0; k < n; k += 512) {
    for (int r = 0; r < 16; ++r)
      As[r][t] = A[k + 32 * r + t];
    __syncthreads();
    wmma::load_matrix_sync(a, &As[0][0], 1 << 5);
    wmma::load_matrix_sync(b, As[0] + 16, 32);
    wmma::mma_sync(sums, a, b, sums);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, sums, 16, wmma::mem_row_major);
}

// CHECK: 'As' left as they are: wmma is told another distance of rows than that of the tile
__global__ void other_fragments(const half *A, float *C, int n) {
  using namespace nvcuda;
  __shared__ half As[16][32];
  const int t = threadIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int k = 0; k < n; k += 512) {
    for (int r = 0; r < 16; ++r)
      As[r][t] = A[k + 32 * r + t];
    __syncthreads();
    wmma::load_matrix_sync(a, &As[0][0], 16);
    wmma::load_matrix_sync(b, As[0] + 16, 32);
    wmma::mma_sync(sums, a, b, sums);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, sums, 16, wmma::mem_row_major);
}

// CHECK: 'As' left as they are: wmma counts other elements than those of the tile
__global__ void fragments_of_bytes(const float *A, float *C, int n) {
  using namespace nvcuda;
  __shared__ float As[16][32];
  const int t = threadIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int k = 0; k < n; k += 512) {
    for (int r = 0; r < 16; ++r)
      As[r][t] = A[k + 32 * r + t];
    __syncthreads();
    wmma::load_matrix_sync(a, (const half *)&As[0][0], 32);
    wmma::load_matrix_sync(b, (const half *)&As[0][0], 32);
    wmma::mma_sync(sums, a, b, sums);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, sums, 16, wmma::mem_row_major);
}

// The one distance is that of both tiles, of which one may keep its rows.
// CHECK: 'As' left as they are: wmma is told another distance of rows than that of the tile
// CHECK: 'Bs' left as they are: wmma is told another distance of rows than that of the tile
__global__ void fragments_of_either(const half *A, float *C, int n) {
  using namespace nvcuda;
  __shared__ half As[16][32], Bs[16][32];
  const int t = threadIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int k = 0; k < n; k += 512) {
    for (int r = 0; r < 16; ++r)
      As[r][t] = Bs[r][31 - t] = A[k + 32 * r + t];
    __syncthreads();
    wmma::load_matrix_sync(a, k % 1024 ? &As[0][0] : &Bs[0][0], 32);
    wmma::load_matrix_sync(b, k % 1024 ? &Bs[0][16] : &As[0][16], 32);
    wmma::mma_sync(sums, a, b, sums);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, sums, 16, wmma::mem_row_major);
}

// A fragment may begin in any even row with rows of 16 bytes more; in any row,
// of 32.
// CHECK: 'As' padded by 16 elements, in 'fragments_of_any_row'
__global__ void fragments_of_any_row(const half *A, float *C, int n, int row) {
  using namespace nvcuda;
  __shared__ half As[18][32];
  const int t = threadIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int k = 0; k < n; k += 576) {
    for (int r = 0; r < 18; ++r)
      As[r][t] = A[k + 32 * r + t];
    __syncthreads();
    wmma::load_matrix_sync(a, &As[row & 1][0], 32);
    wmma::load_matrix_sync(b, &As[row & 1][16], 32);
    wmma::mma_sync(sums, a, b, sums);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, sums, 16, wmma::mem_row_major);
}

// CHECK: 'As' left as they are: its rows are not aligned as wmma's are
__global__ void fragments_of_odd_rows(const half *A, float *C, int n) {
  using namespace nvcuda;
  __shared__ half As[16][36];
  const int t = threadIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  float sum = 0;
  for (int k = 0; k < n; k += 512) {
    for (int r = 0; r < 16; ++r)
      As[r][t] = A[k + 32 * r + t];
    __syncthreads();
    wmma::load_matrix_sync(a, &As[0][0], 36);
    for (int i = 0; i < a.num_elements; ++i)
      sum += __half2float(a.x[i]);
    __syncthreads();
  }
  C[t] = sum;
}

// A fragment of floats is 64 bytes wide, and its address a multiple of 32.
// CHECK: 'As' left as they are: an access of 64 bytes may reach into the next row
__global__ void wide_fragments(const float *A, float *C, int n, int at) {
  using namespace nvcuda;
  __shared__ float As[16][32];
  const int t = threadIdx.x;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> all;
  float sum = 0;
  for (int k = 0; k < n; k += 512) {
    for (int r = 0; r < 16; ++r)
      As[r][t] = A[k + 32 * r + t];
    __syncthreads();
    wmma::load_matrix_sync(all, &As[0][at & 24], 32, wmma::mem_row_major);
    for (int c = 0; c < 16; ++c)
      sum += As[t % 16][c];
    __syncthreads();
  }
  wmma::store_matrix_sync(C, all, 16, wmma::mem_row_major);
  C[t + 256] = sum;
}

// CHECK: 'As' padded by {{[0-9]+}} elements, in 'wide_fragments_in_row'
__global__ void wide_fragments_in_row(const float *A, float *C, int n, int at) {
  using namespace nvcuda;
  __shared__ float As[16][32];
  const int t = threadIdx.x;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> all;
  float sum = 0;
  for (int k = 0; k < n; k += 512) {
    for (int r = 0; r < 16; ++r)
      As[r][t] = A[k + 32 * r + t];
    __syncthreads();
    wmma::load_matrix_sync(all, &As[0][at % 2 * 16 & 16], 32, wmma::mem_row_major);
    for (int c = 0; c < 16; ++c)
      sum += As[t % 16][c];
    __syncthreads();
  }
  wmma::store_matrix_sync(C, all, 16, wmma::mem_row_major);
  C[t + 256] = sum;
}

// CHECK: 'As' padded by 8 elements, in 'matrix_rows'
__global__ void matrix_rows(const half *A, float *C, int n) {
  __shared__ half As[8][32];
  const int t = threadIdx.x;
  LOOP(As[r][t] = A[k + 32 * r + t], if (c == 0) {
    unsigned two;
    asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\n"
        : "=r"(two) : "r"((unsigned)__cvta_generic_to_shared(&As[t % 8][8])));
    sum += two & 15;
  })
}

// The second instruction goes on from the address.
// CHECK: 'As' left as they are: something else is computed from the address of one of its elements
__global__ void computed_rows(const half *A, float *C, int n) {
  __shared__ half As[8][32];
  const int t = threadIdx.x;
  LOOP(As[r][t] = A[k + 32 * r + t], if (c == 0) {
    unsigned two;
    asm("{ .reg .b32 row; mad.lo.u32 row, %2, 64, %1;\n"
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [row]; }"
        : "=r"(two) : "r"((unsigned)__cvta_generic_to_shared(As[0])), "r"(t % 8));
    sum += two & 15;
  })
}

// A pointer is moved within a row, by a counter, but not through several.
// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void many_rows(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *rows = As[t % 2]; sum += rows[t / 2 % 4 * 32 + c])
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void window(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *at = &As[t % 7][t * 8 % 32]; sum += at[c % 16])
}

// CHECK: 'As' padded by {{[0-9]+}} element{{s?}}, in 'neighbour'
__global__ void neighbour(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *at = &As[t % 8][c % 17]; sum += at[t % 16]; USED)
}

// The index stands in front of its array.
// CHECK: 'As' left as they are: its column may pass the row's end
__global__ void column_after(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += (c + 32)[As[t % 7]])
}

// CHECK: 'As' padded by 1 element, in 'column_within'
__global__ void column_within(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += c[As[t % 7]])
}

// CHECK: 'As' left as they are: an access of 1024 bytes may reach into the next row
__global__ void cleared(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; if (c == 31 && t == 40) memset(&As[0][0], 0, 1024);)
}

struct Two { float of[2]; };

// Copies of bytes want no alignment, and a class has that of its members.
// CHECK: 'As' left as they are: an access of 8 bytes may reach into the next row
__global__ void last_and_first(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, Two two; memcpy(&two, &As[t % 7][c], 8); sum += two.of[1])
}

// CHECK: 'As' left as they are: an access of 8 bytes may reach into the next row
__global__ void last_and_first_of_class(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const Two two = *reinterpret_cast<const Two *>(&As[t % 7][c]); sum += two.of[1])
}

// CHECK: 'As' padded by 1 element, in 'two_of_row'
__global__ void two_of_row(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, Two two; memcpy(&two, &As[t % 8][c / 2 * 2], 8);
       sum += two.of[1] + reinterpret_cast<const Two *>(&As[t % 8][c % 31])->of[0])
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void after_copy(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; if (n < 0) sum += ((float *)memset(As[0], 0, 128))[t])
}

// CHECK: 'As' padded by 1 element, in 'whole_row'
__global__ void whole_row(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, float row[32]; memcpy(row, As[t % 8], 128); sum += row[c])
}

struct alignas(8) Pair { float of[2]; };

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void array_of_element(const float *A, float *C, int n) {
  __shared__ Pair As[8][32];
  const int t = threadIdx.x;
  LOOP(As[r][t].of[0] = A[k + 32 * r + t], const float *all = As[t % 8][1].of; sum += all[2 * c])
}

// CHECK: 'As' padded by 1 element, in 'element_of_element'
__global__ void element_of_element(const float *A, float *C, int n) {
  __shared__ Pair As[8][32];
  const int t = threadIdx.x;
  LOOP(As[r][t].of[0] = A[k + 32 * r + t], const Pair whole = As[t % 8][c]; sum += whole.of[0] + As[t % 8][c].of[c % 1])
}

// Of an instance without a loop, too.
// CHECK: 'As' left as they are: its size is asked for
template <bool Loops> __global__ void instances(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  if constexpr (Loops) {
    LOOP(FILLED, USED)
  } else {
    As[0][0] = sizeof(As);
    C[t] = As[0][0];
  }
}

// CHECK: 'As' left as they are: 'other_build' depends on 'OTHER_BUILD', which another build makes another [conditional-compilation]
__global__ void other_build(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED)
#ifdef OTHER_BUILD
  C[t] += (&As[0][0])[t * 8];
#endif
}

// CHECK: 'As' padded by 1 element, in 'no_build'
__global__ void no_build(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED)
#if 0
  C[t] += (&As[0][0])[t * 8];
#endif
}

// What lies after the tile keeps its alignment to 32 bytes.
// CHECK: 'As' padded by 8 elements, in 'odd_rows'
__global__ void odd_rows(const float *A, float *C, int n) {
  __shared__ float As[9][32];
  const int t = threadIdx.x;
  LOOP(FILLED; As[r + 1][t] = 1.0f, sum += As[t % 9][c])
}

#define TILE(NAME, ROWS, COLUMNS) __shared__ float NAME[ROWS][COLUMNS]; const int NAME##Columns = COLUMNS

// CHECK: 'As' left as they are: the length of its rows is written in a macro
__global__ void declared_by_macro(const float *A, float *C, int n) {
  TILE(As, 8, 32);
  const int t = threadIdx.x;
  LOOP(FILLED, USED * AsColumns)
}

// CHECK: 'As' left as they are: with padded rows 'beside_dynamic' has 48.12 KB
// CHECK: 'Bs' left as they are
__global__ void beside_dynamic(const float *A, float *C, int n) {
  __shared__ float As[32][32];
  __shared__ float Bs[8192];
  extern __shared__ float more[];
  const int t = threadIdx.x;
  more[t] = 0;
  Bs[t] = 0;
  LOOP(FILLED; for (int o = 8; o < 32; o += 8) As[r + o][t] = 0, sum += As[t][c] + more[t] + Bs[t])
}

// Another build's rows are told by text that stays as it is.
#ifdef WIDE
constexpr int columns = 64;
#else
constexpr int columns = 32;
#endif
// CHECK: 'As' left as they are: 'columns' depends on an #if
__global__ void other_columns(const float *A, float *C, int n) {
  __shared__ float As[8][columns];
  const int t = threadIdx.x;
  LOOP(FILLED, USED)
}

// CHECK: 'As' left as they are: how much dynamic memory 'of_any_size' is launched with is not in view
__global__ void of_any_size(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  extern __shared__ float more[];
  const int t = threadIdx.x;
  more[t] = 0;
  LOOP(FILLED, USED + more[t])
}

void launch(const float *A, const half *H, float *C, int n, int bytes) {
  plain_rows<<<1, 32>>>(A, C, n);
  size_of_tile<<<1, 32>>>(A, C, n);
  size_of_element<<<1, 32>>>(A, C, n);
  flat_address<<<1, 32>>>(A, C, n);
  whole_rows<<<1, 32>>>(A, C, n);
  row_pointer<<<1, 32>>>(A, C, n);
  moved_pointer<<<1, 32>>>(A, C, n);
  row_handed_on<<<1, 32>>>(A, C, n);
  tile_handed_on<<<1, 32>>>(A, C, n);
  reference<<<1, 32>>>(A, C, n);
  reference_in_row<<<1, 32>>>(A, C, n);
  by_hand<<<1, 32>>>(A, C, n);
  vectors<<<1, 32>>>(A, C, n);
  vector_members<<<1, 32>>>(A, C, n);
  vectors_of_odd_rows<<<1, 32>>>(A, C, n);
  fragments<<<1, 32>>>(H, C, n);
  other_fragments<<<1, 32>>>(H, C, n);
  fragments_of_bytes<<<1, 32>>>(A, C, n);
  fragments_of_either<<<1, 32>>>(H, C, n);
  fragments_of_any_row<<<1, 32>>>(H, C, n, 1);
  fragments_of_odd_rows<<<1, 32>>>(H, C, n);
  wide_fragments<<<1, 32>>>(A, C, n, 8);
  wide_fragments_in_row<<<1, 32>>>(A, C, n, 8);
  matrix_rows<<<1, 32>>>(H, C, n);
  computed_rows<<<1, 32>>>(H, C, n);
  many_rows<<<1, 32>>>(A, C, n);
  window<<<1, 32>>>(A, C, n);
  neighbour<<<1, 32>>>(A, C, n);
  column_after<<<1, 32>>>(A, C, n);
  column_within<<<1, 32>>>(A, C, n);
  cleared<<<1, 32>>>(A, C, n);
  last_and_first<<<1, 32>>>(A, C, n);
  last_and_first_of_class<<<1, 32>>>(A, C, n);
  two_of_row<<<1, 32>>>(A, C, n);
  after_copy<<<1, 32>>>(A, C, n);
  whole_row<<<1, 32>>>(A, C, n);
  array_of_element<<<1, 32>>>(A, C, n);
  element_of_element<<<1, 32>>>(A, C, n);
  instances<true><<<1, 32>>>(A, C, n);
  instances<false><<<1, 32>>>(A, C, n);
  other_build<<<1, 32>>>(A, C, n);
  no_build<<<1, 32>>>(A, C, n);
  odd_rows<<<1, 32>>>(A, C, n);
  declared_by_macro<<<1, 32>>>(A, C, n);
  beside_dynamic<<<1, 32, 12288>>>(A, C, n);
  other_columns<<<1, 32>>>(A, C, n);
  of_any_size<<<1, 32, bytes>>>(A, C, n);
}
