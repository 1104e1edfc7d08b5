//! `ldmatrix`, `stmatrix`, `movmatrix`: 8x8 matrices of 16-bit elements, a row of 16 bytes at each
//! of the addresses that eight lanes give.
//!
//! A lane's register holds two neighbours of a row: lane i has row i / 4, columns 2 (i % 4) and the
//! next; transposed, of a column. The shapes of bytes (`m16n16`, `m8n16`, `m16n8`; sm_100) are not
//! modelled: their fragments are documented by pictures only.

use super::{Bytes, Lanes, MatrixError};
use crate::ptx::decode::MatrixShape;

const ROW_BYTES: u32 = 16;

/// An 8x8 matrix by rows of four words of two elements each.
type Words = [[u32; 4]; 8];

/// `ldmatrix`: matrix number i has its rows at the addresses of lanes 8 i to 8 i + 7 and goes to
/// register i of every lane. `packed` is the packed source format, if the form has one.
///
/// # Errors
///
/// Other shapes than `m8n8`, misaligned rows, what the memory says.
pub(in crate::ptx) fn load_matrices<B: Bytes>(
    shape: MatrixShape,
    count: u32,
    transposed: bool,
    packed: Option<u32>,
    addresses: &Lanes,
    memory: &mut B,
    out: &mut [Lanes],
) -> Result<(), MatrixError<B::Error>> {
    if packed.is_some() {
        return Err(MatrixError::Unsupported("ldmatrix of packed elements".to_owned()));
    }
    check::<B::Error>("ldmatrix", shape, count, out.len())?;
    for (matrix, register) in out.iter_mut().enumerate() {
        let mut words: Words = [[0; 4]; 8];
        for (row, words) in words.iter_mut().enumerate() {
            let address = row_address::<B::Error>("ldmatrix", addresses[8 * matrix + row])?;
            for (half, pair) in words.chunks_exact_mut(2).enumerate() {
                let bits = memory.load(address + 8 * half as u32, 8)?;
                pair.copy_from_slice(&[bits as u32, (bits >> 32) as u32]);
            }
        }
        let words = if transposed { transpose(&words) } else { words };
        for (lane, value) in register.iter_mut().enumerate() {
            *value = u64::from(words[lane / 4][lane % 4]);
        }
    }
    Ok(())
}

/// `stmatrix`: the reverse of [`load_matrices`].
///
/// # Errors
///
/// As [`load_matrices`].
pub(in crate::ptx) fn store_matrices<B: Bytes>(
    shape: MatrixShape,
    count: u32,
    transposed: bool,
    addresses: &Lanes,
    sources: &[Lanes],
    memory: &mut B,
) -> Result<(), MatrixError<B::Error>> {
    check::<B::Error>("stmatrix", shape, count, sources.len())?;
    for (matrix, register) in sources.iter().enumerate() {
        let words = words_of(register);
        let words = if transposed { transpose(&words) } else { words };
        for (row, words) in words.iter().enumerate() {
            let address = row_address::<B::Error>("stmatrix", addresses[8 * matrix + row])?;
            for (half, pair) in words.chunks_exact(2).enumerate() {
                let bits = u64::from(pair[0]) | u64::from(pair[1]) << 32;
                memory.store(address + 8 * half as u32, 8, bits)?;
            }
        }
    }
    Ok(())
}

/// `movmatrix.trans`: the transposed 8x8 matrix.
pub(in crate::ptx) fn transpose_matrix(source: &Lanes) -> Lanes {
    let words = transpose(&words_of(source));
    std::array::from_fn(|lane| u64::from(words[lane / 4][lane % 4]))
}

fn check<E>(
    name: &str,
    shape: MatrixShape,
    count: u32,
    registers: usize,
) -> Result<(), MatrixError<E>> {
    let MatrixShape { m, n, k } = shape;
    if (m, n, k) != (8, 8, 0) || registers != count as usize || count > 4 {
        return Err(MatrixError::Unsupported(format!("{name} of {count} m{m}n{n}")));
    }
    Ok(())
}

fn row_address<E>(name: &str, address: u64) -> Result<u32, MatrixError<E>> {
    let address = address as u32;
    if !address.is_multiple_of(ROW_BYTES) {
        let reason = format!("{name} of a row at {address:#x}, which is not a multiple of 16");
        return Err(MatrixError::Invalid(reason));
    }
    Ok(address)
}

fn words_of(register: &Lanes) -> Words {
    std::array::from_fn(|row| std::array::from_fn(|word| register[4 * row + word] as u32))
}

fn transpose(words: &Words) -> Words {
    let element = |row: usize, column: usize| words[row][column / 2] >> (column % 2 * 16) & 0xffff;
    std::array::from_fn(|row| {
        std::array::from_fn(|word| element(2 * word, row) | element(2 * word + 1, row) << 16)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::Shared;
    use super::*;

    const M8N8: MatrixShape = MatrixShape { m: 8, n: 8, k: 0 };

    /// Four matrices whose rows lie apart, in reverse; element (row, column) of matrix i is
    /// 256 i + 16 row + column.
    fn rows() -> (Shared, Lanes) {
        let mut memory = Shared::new(4096);
        let addresses: Lanes = std::array::from_fn(|lane| 48 * (31 - lane as u64));
        for (lane, address) in addresses.iter().enumerate() {
            for column in 0..8 {
                let value = 256 * (lane / 8) + 16 * (lane % 8) + column;
                memory.put16(*address as usize + 2 * column, value as u16);
            }
        }
        (memory, addresses)
    }

    fn pair(low: usize, high: usize) -> u64 {
        (low | high << 16) as u64
    }

    #[test]
    fn loads_rows_and_columns() {
        let (mut memory, addresses) = rows();
        let mut out = [[7; 32]; 4];
        load_matrices(M8N8, 4, false, None, &addresses, &mut memory, &mut out).unwrap();
        for (matrix, register) in out.iter().enumerate() {
            for (lane, &value) in register.iter().enumerate() {
                let at = 256 * matrix + 16 * (lane / 4) + 2 * (lane % 4);
                assert_eq!(value, pair(at, at + 1));
            }
        }
        let mut out = [[7; 32]; 2];
        load_matrices(M8N8, 2, true, None, &addresses, &mut memory, &mut out).unwrap();
        for (matrix, register) in out.iter().enumerate() {
            for (lane, &value) in register.iter().enumerate() {
                let at = 256 * matrix + lane / 4 + 16 * (2 * (lane % 4));
                assert_eq!(value, pair(at, at + 16));
            }
        }
    }

    #[test]
    fn stores_what_it_loads() {
        for transposed in [false, true] {
            let (mut memory, addresses) = rows();
            let mut registers = [[0; 32]; 4];
            load_matrices(M8N8, 4, transposed, None, &addresses, &mut memory, &mut registers)
                .unwrap();
            let mut copy = Shared::new(4096);
            store_matrices(M8N8, 4, transposed, &addresses, &registers, &mut copy).unwrap();
            for address in addresses {
                let row = address as usize..address as usize + 16;
                assert_eq!(copy.bytes[row.clone()], memory.bytes[row]);
            }
        }
    }

    #[test]
    fn transposing_is_a_transposed_load() {
        let (mut memory, addresses) = rows();
        let (mut plain, mut transposed) = ([[0; 32]], [[0; 32]]);
        load_matrices(M8N8, 1, false, None, &addresses, &mut memory, &mut plain).unwrap();
        load_matrices(M8N8, 1, true, None, &addresses, &mut memory, &mut transposed).unwrap();
        assert_eq!(transpose_matrix(&plain[0]), transposed[0]);
        assert_ne!(plain[0], transposed[0]);
    }

    #[test]
    fn refuses_misaligned_rows_and_byte_shapes() {
        let mut memory = Shared::new(4096);
        let mut out = [[0; 32]; 1];
        let result = load_matrices(M8N8, 1, false, None, &[8; 32], &mut memory, &mut out);
        assert!(matches!(result, Err(MatrixError::Invalid(_))));
        let bytes = MatrixShape { m: 16, n: 16, k: 0 };
        let result = load_matrices(bytes, 1, true, None, &[0; 32], &mut memory, &mut out);
        assert!(matches!(result, Err(MatrixError::Unsupported(_))));
        let result = load_matrices(M8N8, 1, false, None, &[4096; 32], &mut memory, &mut out);
        assert!(matches!(result, Err(MatrixError::Memory(_))));
    }
}
