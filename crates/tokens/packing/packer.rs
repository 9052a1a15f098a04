//! A range encoder: the other side of `src/exact/unpack.rs`.

use crate::packing::Bits;

/// Writes the bits that it is given.
pub struct Packer {
    low: u32,
    range: u32,
    bytes: Vec<u8>,
}

impl Packer {
    pub fn new() -> Self {
        Self { low: 0, range: u32::MAX, bytes: Vec::new() }
    }

    /// The code, at the end.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.low.to_be_bytes());
        self.bytes
    }

    /// Takes the part of the range that begins `by` above its lower end.
    fn narrow(&mut self, by: u32, range: u32) {
        let (low, has_carry) = self.low.overflowing_add(by);
        if has_carry {
            self.carry();
        }
        (self.low, self.range) = (low, range);
        while self.range < 1 << 24 {
            self.bytes.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.range <<= 8;
        }
    }

    fn carry(&mut self) {
        for byte in self.bytes.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                return;
            }
        }
    }
}

impl Bits for Packer {
    fn bit(&mut self, set: u32, bit: bool) -> bool {
        let part = (self.range >> 16) * set;
        if bit {
            self.narrow(0, part);
        } else {
            self.narrow(part, self.range - part);
        }
        bit
    }

    fn plain(&mut self, width: u32, value: u32) -> u32 {
        let part = self.range >> width;
        self.narrow(part * value, part);
        value
    }
}
