//! AVX-512 with VBMI and VBMI2 (Intel since Ice Lake, AMD since Zen 4): one instruction looks up 64 bytes in a
//! table of 128, and one removes the backslashes of escapes from a register.

use super::patterns::{BLOCK, look_up};
use super::{DECODE_ROOM, Decoded};
use crate::class::class_of;
use crate::weights::Weights;
use core::arch::x86_64::{
    __m512i, _mm512_cmpeq_epi8_mask, _mm512_loadu_si512, _mm512_mask_mov_epi8, _mm512_maskz_compress_epi8,
    _mm512_maskz_loadu_epi8, _mm512_movepi8_mask, _mm512_or_si512, _mm512_permutex2var_epi8, _mm512_set1_epi8,
    _mm512_storeu_si512, _mm512_testn_epi8_mask,
};
use core::mem::MaybeUninit;

pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
}

/// Bytes in a register.
const LANES: usize = 64;

/// A number for each byte, in four registers.
type Table = [[u8; LANES]; 4];

/// A table made from the class of each byte. A macro, because closures cannot run while compiling.
macro_rules! table_of {
    (|$class:ident| $value:expr) => {{
        let mut table = [[0; LANES]; 4];
        let mut byte = 0;
        while byte < 256 {
            let $class = class_of(byte as u8);
            table[byte / LANES][byte % LANES] = $value;
            byte += 1;
        }
        table
    }};
}

/// Bits that a byte adds to its patterns: to the low byte of the one that it ends, to both bytes of the one around it,
/// and to the high byte of the one that it begins.
///
/// ```text
/// pattern   ooooo mmm | mmm nnnnn
/// ```
static NEWEST: Table = table_of!(|class| class >> 1);
static MIDDLE_LOW: Table = table_of!(|class| class << 5);
static MIDDLE_HIGH: Table = table_of!(|class| class >> 3);
static OLDEST: Table = table_of!(|class| class >> 1 << 3);

/// Places of the 64 bytes that begin one or two bytes before the second of two registers.
static ONE_BEFORE: [u8; LANES] = consecutive(LANES as u8 - 1);
static TWO_BEFORE: [u8; LANES] = consecutive(LANES as u8 - 2);
/// Places that interleave the bytes of two registers: of the lower halves, and of the upper halves.
static LOWER_PAIRS: [u8; LANES] = in_turns(0);
static UPPER_PAIRS: [u8; LANES] = in_turns(LANES as u8 / 2);

const fn consecutive(from: u8) -> [u8; LANES] {
    let mut places = [0; LANES];
    let mut at = 0;
    while at < LANES {
        places[at] = from + at as u8;
        at += 1;
    }
    places
}

const fn in_turns(from: u8) -> [u8; LANES] {
    let mut places = [0; LANES];
    let mut at = 0;
    while at < LANES {
        places[at] = from + at as u8 / 2 + LANES as u8 * (at as u8 % 2);
        at += 1;
    }
    places
}

/// The byte that an escape spells, by the byte behind the backslash; 0 for `u` and for invalid escapes.
static SPELLED: [[u8; LANES]; 2] = {
    let mut spelled = [[0; LANES]; 2];
    let pairs = *b"\"\"\\\\//b\x08f\x0Cn\nr\rt\t";
    let mut at = 0;
    while at < pairs.len() {
        spelled[pairs[at] as usize / LANES][pairs[at] as usize % LANES] = pairs[at + 1];
        at += 2;
    }
    spelled
};

/// As [`super::scalar::sum`].
///
/// # Safety
/// - The CPU [`is_available`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
pub(super) unsafe fn sum(weights: &Weights, last: [u8; 2], bytes: &[u8], is_end: bool) -> i64 {
    let mut before = [0; LANES];
    before[LANES - 2..].copy_from_slice(&last);
    // SAFETY: this function enables AVX-512 F and BW.
    let mut before = unsafe { load(&before) };
    let mut patterns = [const { MaybeUninit::<u16>::uninit() }; BLOCK + LANES];
    let mut sum = 0;
    let mut rest = bytes;
    loop {
        let (block, behind) = rest.split_at(rest.len().min(BLOCK));
        rest = behind;
        let ends = is_end && rest.is_empty();
        let count = block.len() + if ends { 2 } else { 0 };
        for (at, place) in patterns.as_chunks_mut::<LANES>().0.iter_mut().take(count.div_ceil(LANES)).enumerate() {
            // SAFETY: this function enables all features that the two need.
            unsafe {
                let bytes = load_part(block.get(at * LANES..).unwrap_or_default());
                write_patterns(before, bytes, place);
                before = bytes;
            }
        }
        // SAFETY: `write_patterns` has initialised 64 patterns for each 64 of `count`, rounded up. `patterns` has room
        // for a block and 64 more, so that the two of the end fit, too.
        let made = unsafe { core::slice::from_raw_parts(patterns.as_ptr().cast(), count) };
        sum += i64::from(look_up(weights, made));
        if rest.is_empty() {
            return sum;
        }
    }
}

/// As [`super::decode`]; decodes all escapes but `\u`.
///
/// # Safety
/// - The CPU [`is_available`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt,bmi1")]
pub(super) unsafe fn decode(raw: &[u8], quoted: bool, out: &mut [u8]) -> Decoded {
    let mut done = Decoded::default();
    while let Some(room) = out.get_mut(done.written..).and_then(|out| out.first_chunk_mut::<DECODE_ROOM>()) {
        let lanes = raw.get(done.read..).unwrap_or_default();
        let lanes = lanes.get(..LANES).unwrap_or(lanes);
        // SAFETY: this function enables all features that `decode_block` needs.
        let (block, goes_on) = unsafe { decode_block(lanes, quoted, room) };
        done.read += block.read;
        done.written += block.written;
        if !goes_on {
            break;
        }
    }
    done
}

/// Decodes at most 64 bytes. Returns what it did and whether to go on. If a full block ends in the backslash of an
/// escape, the next block decodes that escape.
///
/// # Safety
/// - As [`decode`].
#[inline(always)]
unsafe fn decode_block(lanes: &[u8], quoted: bool, out: &mut [u8; LANES]) -> (Decoded, bool) {
    // SAFETY: the caller has the features. `out` is 64 bytes, which is what each store writes; the stores need no
    // alignment.
    unsafe {
        let bytes = load_part(lanes);
        let backslashes = _mm512_cmpeq_epi8_mask(bytes, splat(b'\\'));
        let closing = if quoted { _mm512_cmpeq_epi8_mask(bytes, splat(b'"')) } else { 0 };
        if backslashes | closing == 0 {
            _mm512_storeu_si512(out.as_mut_ptr().cast(), bytes);
            return (Decoded { read: lanes.len(), written: lanes.len() }, lanes.len() == LANES);
        }
        let (begun, behind) = escapes(backslashes);
        let behind = behind & first(lanes.len());
        let spelled = _mm512_permutex2var_epi8(load(&SPELLED[0]), bytes, load(&SPELLED[1]));
        let others = behind & (_mm512_testn_epi8_mask(spelled, spelled) | _mm512_movepi8_mask(bytes));
        let stops = closing & !behind | others >> 1;
        let cut = begun & !(behind >> 1);
        let decoded = _mm512_mask_mov_epi8(bytes, behind, spelled);
        let mut write = |kept| {
            _mm512_storeu_si512(out.as_mut_ptr().cast(), _mm512_maskz_compress_epi8(kept, decoded));
            kept.count_ones() as usize
        };
        // A separate branch, so that the next block's load does not wait for the results of this one.
        if stops | cut == 0 && lanes.len() == LANES {
            return (Decoded { read: LANES, written: write(!begun) }, true);
        }
        let read = (stops | cut).trailing_zeros().min(lanes.len() as u32) as usize;
        let goes_on = lanes.len() == LANES && stops & first(read + 1) == 0;
        (Decoded { read, written: write(first(read) & !begun) }, goes_on)
    }
}

/// Backslashes that begin an escape, and the bytes behind them (simdjson's method).
const fn escapes(backslashes: u64) -> (u64, u64) {
    const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;
    let code = ((backslashes << 1 | ODD).wrapping_sub(backslashes)) ^ ODD;
    (code & backslashes, code ^ backslashes)
}

/// The lowest `count` bits.
#[inline(always)]
const fn first(count: usize) -> u64 {
    if count >= LANES { u64::MAX } else { (1 << count) - 1 }
}

/// # Safety
/// - The CPU has AVX-512 F and BW.
#[inline(always)]
unsafe fn splat(byte: u8) -> __m512i {
    // SAFETY: the caller has AVX-512 F and BW; no memory is touched.
    unsafe { _mm512_set1_epi8(byte.cast_signed()) }
}

/// # Safety
/// - The CPU has AVX-512 F and BW.
#[inline(always)]
unsafe fn load(lanes: &[u8; LANES]) -> __m512i {
    // SAFETY: the caller has AVX-512 F. The reference is to 64 readable bytes; the load needs no alignment.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

/// The first 64 bytes of `lanes`, and zeros if there are fewer.
///
/// # Safety
/// - The CPU has AVX-512 F and BW.
#[inline(always)]
unsafe fn load_part(lanes: &[u8]) -> __m512i {
    // SAFETY: the caller has AVX-512 BW. The mask is of the slice's own bytes: the load reads no others, and faults at
    // none.
    unsafe { _mm512_maskz_loadu_epi8(first(lanes.len()), lanes.as_ptr().cast()) }
}

/// # Safety
/// - The CPU [`is_available`].
#[inline(always)]
unsafe fn look_up_bytes(table: &Table, bytes: __m512i, non_ascii: u64) -> __m512i {
    // SAFETY: the caller has AVX-512 VBMI and BW; the tables are read through references to 64 bytes.
    unsafe {
        let found = _mm512_permutex2var_epi8(load(&table[0]), bytes, load(&table[1]));
        if non_ascii == 0 {
            return found;
        }
        let others = _mm512_permutex2var_epi8(load(&table[2]), bytes, load(&table[3]));
        _mm512_mask_mov_epi8(found, non_ascii, others)
    }
}

/// Makes the patterns that end in the 64 `bytes`, which follow `before`.
///
/// # Safety
/// - The CPU [`is_available`].
#[inline(always)]
unsafe fn write_patterns(before: __m512i, bytes: __m512i, patterns: &mut [MaybeUninit<u16>; LANES]) {
    // SAFETY: the caller has the features. `patterns` is 128 writable bytes, which the two stores cover exactly; they
    // need no alignment, and any bits are a `u16`.
    unsafe {
        let shifted = |places| _mm512_permutex2var_epi8(before, load(places), bytes);
        let (middle, oldest) = (shifted(&ONE_BEFORE), shifted(&TWO_BEFORE));
        let [of_newest, of_middle, of_oldest] = [bytes, middle, oldest].map(|bytes| _mm512_movepi8_mask(bytes));
        let low =
            _mm512_or_si512(look_up_bytes(&MIDDLE_LOW, middle, of_middle), look_up_bytes(&NEWEST, bytes, of_newest));
        let high =
            _mm512_or_si512(look_up_bytes(&OLDEST, oldest, of_oldest), look_up_bytes(&MIDDLE_HIGH, middle, of_middle));
        let to: *mut __m512i = patterns.as_mut_ptr().cast();
        _mm512_storeu_si512(to, _mm512_permutex2var_epi8(low, load(&LOWER_PAIRS), high));
        _mm512_storeu_si512(to.add(1), _mm512_permutex2var_epi8(low, load(&UPPER_PAIRS), high));
    }
}
