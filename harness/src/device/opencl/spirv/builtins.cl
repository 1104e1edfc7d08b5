// Bodies for built-ins of Intel's GPUs that a CPU's OpenCL runtime lacks: matrix multiplication by a
// sub-group (cl_intel_subgroup_matrix_multiply_accumulate) and 2-D block transfers
// (cl_intel_subgroup_2d_block_io). Each macro defines one function; which ones a module needs is
// read off the module.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups : enable

#define BODY __attribute__((overloadable, always_inline))
// Unrolled, the nested loops take minutes to build.
#define LOOP __attribute__((opencl_unroll_hint(1))) for

// An operand's bits as a number.
#define FROM_F16(bits) ((float)as_half((ushort)(bits)))
#define FROM_BF16(bits) as_float((uint)(ushort)(bits) << 16)
#define FROM_I8(bits) ((int)(char)(bits))
#define FROM_U8(bits) ((int)(uchar)(bits))
#define FROM_F32(value) (value)
#define FROM_I32(value) (value)

#define TO_F16(value) as_ushort((half)(value))
#define TO_F32(value) (value)
#define TO_I32(value) (value)
// To nearest, ties to even; a NaN stays one.
static ushort BODY TO_BF16(float value) {
  uint bits = as_uint(value);
  if (isnan(value)) return (ushort)((bits >> 16) | 0x40);
  return (ushort)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}
static float BODY tf32(float value) {
  uint bits = as_uint(value);
  if (isnan(value) || isinf(value)) return value;
  return as_float((bits + 0xfff + ((bits >> 13) & 1)) & 0xffffe000u);
}

// Operands of WIDTH bits, packed: lane l holds A[row][l * PER ..], PER of them, in element `row`, and
// column l of B, from row 0 on, in eight words. DEPTH is 256 / WIDTH.
#define MAD_PACKED(NAME, A_TYPE, A_WORD, ACC_TYPE, ACC_WORD, SUM, ROWS, WIDTH, A, B, ACC, STORE)  \
  ACC_TYPE BODY NAME(A_TYPE a, int8 b, ACC_TYPE acc) {                                            \
    union { A_TYPE all; A_WORD at[ROWS]; } x;                                                     \
    union { int8 all; uint at[8]; } y;                                                            \
    union { ACC_TYPE all; ACC_WORD at[ROWS]; } z;                                                 \
    const int per = (int)sizeof(A_WORD) * 8 / WIDTH;                                              \
    x.all = a, y.all = b, z.all = acc;                                                            \
    LOOP(int row = 0; row < ROWS; ++row) {                                                        \
      SUM sum = ACC(z.at[row]);                                                                   \
      LOOP(int k = 0; k < 256 / WIDTH; ++k) {                                                     \
        uint left = (uint)intel_sub_group_shuffle((int)x.at[row], (uint)(k / per));               \
        uint right = y.at[k * WIDTH / 32];                                                        \
        sum += A(left >> (k % per * WIDTH)) * B(right >> (k % (32 / WIDTH) * WIDTH));             \
      }                                                                                           \
      z.at[row] = STORE(sum);                                                                     \
    }                                                                                             \
    return z.all;                                                                                 \
  }

// Operands of 32 bits, depth 8: a sub-group of 16 lanes holds two rows of A in an element.
#define MAD_TF32(NAME, A_TYPE, ELEMENTS, ACC_TYPE, ROWS)                                          \
  ACC_TYPE BODY NAME(A_TYPE a, float8 b, ACC_TYPE acc) {                                          \
    union { A_TYPE all; float at[ELEMENTS]; } x;                                                  \
    union { float8 all; float at[8]; } y;                                                         \
    union { ACC_TYPE all; float at[ROWS]; } z;                                                    \
    x.all = a, y.all = b, z.all = acc;                                                            \
    LOOP(int row = 0; row < ROWS; ++row)                                                          \
      LOOP(int k = 0; k < 8; ++k)                                                                 \
        z.at[row] += tf32(intel_sub_group_shuffle(x.at[row / 2], (uint)(row % 2 * 8 + k))) *      \
                     tf32(y.at[k]);                                                               \
    return z.all;                                                                                 \
  }

// The element in row `y` and column `x` of a surface that is WIDTH bytes wide and HEIGHT rows high:
// outside of it reads are 0 and writes are dropped.
#define SURFACE global void *base, int width, int height, int pitch, int2 corner
#define INSIDE(T, x, y)                                                                           \
  ((x) >= 0 && (x) * (int)sizeof(T) < width && (y) >= 0 && (y) < height)
#define ELEMENT(T, x, y)                                                                          \
  ((global T *)((global char *)base + (long)(y) * pitch + (long)(x) * (int)sizeof(T)))
#define READ(T, x, y) (INSIDE(T, x, y) ? *ELEMENT(T, x, y) : (T)0)

// A lane has COLUMNS / 16 neighbouring elements of each row.
#define BLOCK_READ_WIDE(NAME, T, WORD, ROWS, COLUMNS, BLOCKS)                                     \
  void BODY NAME(SURFACE, private WORD *out) {                                                    \
    int lane = (int)get_sub_group_local_id(), at = 0;                                             \
    LOOP(int block = 0; block < BLOCKS; ++block)                                                  \
      LOOP(int row = 0; row < ROWS; ++row)                                                        \
        LOOP(int i = 0; i < COLUMNS / 16; ++i, ++at) {                                            \
          int x = corner.x + block * COLUMNS + lane * (COLUMNS / 16) + i;                         \
          ((private T *)out)[at] = READ(T, x, corner.y + row);                                    \
        }                                                                                         \
  }
// The lanes share 16 / COLUMNS rows.
#define BLOCK_READ_NARROW(NAME, T, WORD, ROWS, COLUMNS, BLOCKS)                                   \
  void BODY NAME(SURFACE, private WORD *out) {                                                    \
    int lane = (int)get_sub_group_local_id(), at = 0;                                             \
    LOOP(int block = 0; block < BLOCKS; ++block)                                                  \
      LOOP(int row = lane / COLUMNS; row < ROWS; row += 16 / COLUMNS, ++at)                       \
        ((private T *)out)[at] =                                                                  \
            READ(T, corner.x + block * COLUMNS + lane % COLUMNS, corner.y + row);                 \
  }
// A lane has a column, several rows to a word.
#define BLOCK_READ_TRANSFORM(NAME, T, WORD, ROWS, COLUMNS, BLOCKS)                                \
  void BODY NAME(SURFACE, private WORD *out) {                                                    \
    int lane = (int)get_sub_group_local_id(), at = 0;                                             \
    LOOP(int block = 0; block < BLOCKS; ++block)                                                  \
      LOOP(int row = 0; row < ROWS; ++row, ++at)                                                  \
        ((private T *)out)[at] = READ(T, corner.x + block * COLUMNS + lane, corner.y + row);      \
  }
// A lane has a row.
#define BLOCK_READ_TRANSPOSE(NAME, T, WORD, ROWS, COLUMNS, BLOCKS)                                \
  void BODY NAME(SURFACE, private WORD *out) {                                                    \
    int lane = (int)get_sub_group_local_id();                                                     \
    LOOP(int i = 0; i < COLUMNS; ++i)                                                             \
      ((private T *)out)[i] = READ(T, corner.x + i, corner.y + lane);                             \
  }
#define BLOCK_WRITE(NAME, T, WORD, ROWS, COLUMNS, BLOCKS)                                         \
  void BODY NAME(SURFACE, private WORD *in) {                                                     \
    int x = corner.x + (int)get_sub_group_local_id();                                             \
    LOOP(int row = 0; row < ROWS; ++row)                                                          \
      if (INSIDE(T, x, corner.y + row)) *ELEMENT(T, x, corner.y + row) = ((private T *)in)[row];  \
  }
#define BLOCK_PREFETCH(NAME, T, WORD, ROWS, COLUMNS, BLOCKS) void BODY NAME(SURFACE) {}
