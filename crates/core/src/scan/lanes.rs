//! What a vector unit has to tell about 64 bytes: bit `i` of every mask is byte `i` of the block.

/// Bytes in a block.
pub(super) const BLOCK: usize = 64;

/// Masks that every block needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Masks {
    pub backslash: u64,
    pub quote: u64,
    /// `{ } [ ] : ,`, and the control bytes 0x0C and 0x1A, which vectors cannot tell from `,` and `:` as cheaply and
    /// the grammar refuses.
    pub operator: u64,
    /// Space, tab, line feed, carriage return.
    pub space: u64,
    /// Bytes below 0x20.
    pub control: u64,
    /// Bytes of 0x80 and above.
    pub non_ascii: u64,
}

/// One block in registers.
///
/// # Safety
/// An implementation may need CPU features; its methods are called only from functions compiled for them, and those
/// are reached only through a [`super::Level`] that the CPU supports.
pub(super) trait Lanes: Copy {
    unsafe fn load(block: &[u8; BLOCK]) -> Self;
    unsafe fn masks(self) -> Masks;
    unsafe fn equal(self, byte: u8) -> u64;
    /// Bytes that may follow a backslash: `" \ / b f n r t u`.
    unsafe fn escapable(self) -> u64;
    /// UTF-8 continuation bytes, 0x80–0xBF.
    unsafe fn continuation(self) -> u64;
    /// First bytes of 4-byte sequences, 0xF0 and above.
    unsafe fn four_byte_lead(self) -> u64;
    /// Bit `i` is the parity of bits `0..=i`: turns quotes into "inside a string".
    unsafe fn prefix_xor(mask: u64) -> u64;
}

/// The reference: one byte at a time, so simple that it is unlikely to be wrong.
#[derive(Clone, Copy)]
pub(super) struct Scalar([u8; BLOCK]);

/// One bit a class, looked up by byte value.
const CLASS: [u8; 256] = classes();
const BACKSLASH: u8 = 1;
const QUOTE: u8 = 2;
const OPERATOR: u8 = 4;
const SPACE: u8 = 8;
const CONTROL: u8 = 16;
const NON_ASCII: u8 = 32;
const ESCAPABLE: u8 = 64;

const fn classes() -> [u8; 256] {
    let mut table = [0u8; 256];
    let mut byte = 0usize;
    while byte < 256 {
        let mut class = 0;
        if byte < 0x20 {
            class |= CONTROL;
        }
        if byte >= 0x80 {
            class |= NON_ASCII;
        }
        match byte as u8 {
            b'\\' => class |= BACKSLASH | ESCAPABLE,
            b'"' => class |= QUOTE | ESCAPABLE,
            b'{' | b'}' | b'[' | b']' | b':' | b',' | 0x0C | 0x1A => class |= OPERATOR,
            b' ' | b'\t' | b'\n' | b'\r' => class |= SPACE,
            b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'u' => class |= ESCAPABLE,
            _ => {}
        }
        table[byte] = class;
        byte += 1;
    }
    table
}

impl Scalar {
    #[inline(always)]
    fn select(self, test: impl Fn(u8) -> bool) -> u64 {
        self.0.iter().enumerate().fold(0, |mask, (bit, &byte)| mask | (u64::from(test(byte)) << bit))
    }
}

impl Lanes for Scalar {
    #[inline(always)]
    unsafe fn load(block: &[u8; BLOCK]) -> Self {
        Self(*block)
    }

    #[inline(always)]
    unsafe fn masks(self) -> Masks {
        let mut masks = Masks::default();
        for (bit, &byte) in self.0.iter().enumerate() {
            let class = u64::from(CLASS[usize::from(byte)]);
            masks.backslash |= (class & 1) << bit;
            masks.quote |= ((class >> 1) & 1) << bit;
            masks.operator |= ((class >> 2) & 1) << bit;
            masks.space |= ((class >> 3) & 1) << bit;
            masks.control |= ((class >> 4) & 1) << bit;
            masks.non_ascii |= ((class >> 5) & 1) << bit;
        }
        masks
    }

    #[inline(always)]
    unsafe fn equal(self, byte: u8) -> u64 {
        self.select(|other| other == byte)
    }

    #[inline(always)]
    unsafe fn escapable(self) -> u64 {
        self.select(|byte| CLASS[usize::from(byte)] & ESCAPABLE != 0)
    }

    #[inline(always)]
    unsafe fn continuation(self) -> u64 {
        self.select(|byte| byte & 0xC0 == 0x80)
    }

    #[inline(always)]
    unsafe fn four_byte_lead(self) -> u64 {
        self.select(|byte| byte >= 0xF0)
    }

    #[inline(always)]
    unsafe fn prefix_xor(mask: u64) -> u64 {
        let mut parity = mask;
        for shift in [1, 2, 4, 8, 16, 32] {
            parity ^= parity << shift;
        }
        parity
    }
}
