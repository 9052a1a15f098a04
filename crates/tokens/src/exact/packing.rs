//! How the vocabularies are packed into the addon: the tokens of all encodings in the order of their bytes, each as what it
//! does not share with the one before, coded bit by bit with the probability that a context gave that bit so far.
//!
//! The build script packs and the library unpacks by the same [`walk`], so they cannot disagree about what comes next.
//! `docs/design/tokens.md` has the sizes of other ways.

/// Number of encodings.
pub const ENCODINGS: usize = 2;

/// A token's layer in each encoding that has it. Of two tokens that can ever want the same bytes the one with the lower
/// layer is merged first; so layers are all that merging needs, and have half of the bits of a token's number.
pub type Layers = [Option<u16>; ENCODINGS];

/// Bits of a layer that contexts do not help with.
const PLAIN_BITS: u32 = 4;
const GUESSED_BITS: u32 = 5;

/// One side of the coding. The packer gets the bits and writes them; the unpacker finds them out, and what it is given does
/// not matter.
pub trait Bits {
    /// A bit that is set in `set` of 65,536 cases.
    fn bit(&mut self, set: u32, bit: bool) -> bool;

    /// `width` bits without a guess.
    fn plain(&mut self, width: u32, value: u32) -> u32;
}

/// What a number is; part of its context.
#[derive(Clone, Copy)]
enum Kind {
    /// Whether the token before loses one more byte.
    Shorter,
    /// Whether a token ends here.
    End,
    /// A byte behind the first new one.
    Byte,
    /// The first new byte.
    FirstByte,
    /// Which encodings have the token, a bit for each.
    Owners,
    /// The upper bits of a layer, one kind for each encoding.
    Layer,
}

/// How likely a bit is set, and how often it was seen, up to [`SEEN`].
#[derive(Clone, Copy)]
struct Guess {
    set: u16,
    seen: u16,
}

const SEEN: u16 = 60;
/// By how much a guess moves to what was seen, of 8,192: 2/3, 2/5, 2/7, …
const MOVES: [u32; SEEN as usize + 1] = {
    let mut moves = [0; SEEN as usize + 1];
    let mut seen = 0;
    while seen < moves.len() {
        moves[seen] = 2 * 8_192 / (2 * seen as u32 + 3);
        seen += 1;
    }
    moves
};

/// Guesses for the bits of half a byte in one context, in a line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([Guess; 16]);

/// Lines, as a power of two. Contexts may share one; guesses are worse then, never wrong.
const LINE_BITS: u32 = 16;

/// Codes numbers by contexts.
pub struct Coder<B> {
    /// What it writes to or reads from.
    pub bits: B,
    lines: Vec<Line>,
}

impl<B: Bits> Coder<B> {
    /// A coder that has seen nothing.
    pub fn new(bits: B) -> Self {
        Self { bits, lines: vec![Line([Guess { set: 1 << 15, seen: 0 }; 16]); 1 << LINE_BITS] }
    }

    /// `width` bits, upper ones first, four in each line.
    fn number(&mut self, kind: u32, context: u32, width: u32, value: u32) -> u32 {
        let (mut known, mut left) = (1, width);
        while left > 0 {
            let count = if left % 4 == 0 { 4 } else { left % 4 };
            let line = &mut self.lines[line_of(kind, context, known)];
            let mut node = 1;
            for _ in 0..count {
                left -= 1;
                let guess = &mut line.0[node & 15];
                let bit = self.bits.bit(u32::from(guess.set).clamp(32, 65_503), value >> left & 1 == 1);
                guess.learn(bit);
                node = node << 1 | usize::from(bit);
                known = known << 1 | u32::from(bit);
            }
        }
        known - (1 << width)
    }

    fn flag(&mut self, kind: Kind, context: u32, flag: bool) -> bool {
        self.number(kind as u32, context, 1, u32::from(flag)) == 1
    }

    fn layer(&mut self, encoding: u32, context: u32, layer: u16) -> u16 {
        let layer = u32::from(layer);
        let upper = self.number(Kind::Layer as u32 + encoding, context, GUESSED_BITS, layer >> PLAIN_BITS);
        (upper << PLAIN_BITS | self.bits.plain(PLAIN_BITS, layer & ((1 << PLAIN_BITS) - 1))) as u16
    }
}

impl Guess {
    #[inline]
    fn learn(&mut self, bit: bool) {
        let to_move = if bit { u16::MAX - self.set } else { self.set };
        let by = ((u32::from(to_move) * MOVES[usize::from(self.seen)]) >> 13) as u16;
        self.set = if bit { self.set + by } else { self.set - by };
        self.seen = (self.seen + 1).min(SEEN);
    }
}

fn line_of(kind: u32, context: u32, known: u32) -> usize {
    let mixed =
        (u64::from(context) ^ u64::from(kind) << 43 ^ u64::from(known) << 48).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> (64 - LINE_BITS)) as usize
}

/// A token, and its layers, which the next one needs.
#[derive(Default)]
struct Word {
    bytes: Vec<u8>,
    /// For each length the layers of the longest token that begins it.
    layers: Vec<[u16; ENCODINGS]>,
    owners: u32,
}

/// Codes `count` tokens and their layers, sorted by bytes. `known` gives the packer's next one; the unpacker's gives none.
/// `found` gets each. Time linear in the bytes.
pub fn walk<'a, B: Bits>(
    coder: &mut Coder<B>,
    count: usize,
    mut known: impl FnMut() -> Option<(&'a [u8], Layers)>,
    mut found: impl FnMut(&[u8], Layers),
) {
    let mut word = Word { layers: vec![[0; ENCODINGS]], ..Word::default() };
    for _ in 0..count {
        let (token, layers) = known().unwrap_or_default();
        let kept = code_bytes(coder, &mut word, token);
        let layers = code_layers(coder, &mut word, kept, layers);
        found(&word.bytes, layers);
    }
}

/// Codes a token's bytes into `word`, and returns how many it shares with the one before.
fn code_bytes<B: Bits>(coder: &mut Coder<B>, word: &mut Word, token: &[u8]) -> usize {
    let shared = token.iter().zip(&word.bytes).take_while(|(one, other)| one == other).count();
    let mut under = 0;
    while let Some(&last) = word.bytes.last() {
        let context = under << 16 | u32::from(last) << 8;
        if !coder.flag(Kind::Shorter, context, shared < word.bytes.len()) {
            break;
        }
        under = u32::from(last) + 1;
        word.bytes.pop();
    }
    let kept = word.bytes.len();
    loop {
        let length = word.bytes.len();
        let back = |by: usize| length.checked_sub(by).map_or(0, |at| u32::from(word.bytes[at]) + 1);
        let (last, before) = (back(1), back(2));
        let is_first = length == kept;
        if !is_first {
            let context = (last << 9 | before) << 4 | length.min(15) as u32;
            if coder.flag(Kind::End, context, length == token.len()) {
                return kept;
            }
        }
        let (kind, context) =
            if is_first { (Kind::FirstByte, last << 21 | under) } else { (Kind::Byte, (last << 9 | before) << 12) };
        let value = token.get(length).map_or(0, |&byte| u32::from(byte));
        word.bytes.push(coder.number(kind as u32, context, 8, value) as u8);
    }
}

/// Codes which encodings have the token, and its layers there.
fn code_layers<B: Bits>(coder: &mut Coder<B>, word: &mut Word, kept: usize, layers: Layers) -> Layers {
    let length = word.bytes.len();
    let short = length.min(31) as u32;
    let known = (0..).zip(&layers).fold(0, |owners, (at, layer)| owners | u32::from(layer.is_some()) << at);
    let owners = coder.number(Kind::Owners as u32, short.min(15) | word.owners << 8, ENCODINGS as u32, known);
    word.owners = owners;
    let beginning = word.layers[kept];
    let mut own = beginning;
    let mut all = [None; ENCODINGS];
    let mut earlier = None;
    for at in 0..ENCODINGS {
        if owners >> at & 1 == 0 {
            continue;
        }
        // A layer says most about that in the next encoding, else the token's beginning does.
        let near = earlier.map_or(u32::from(beginning[at]) >> 4, |layer: u16| 1 << 12 | u32::from(layer) >> 2);
        let layer = coder.layer(at as u32, near | short << 16, layers[at].unwrap_or_default());
        (own[at], all[at], earlier) = (layer, Some(layer), Some(layer));
    }
    word.layers.truncate(kept + 1);
    word.layers.resize(length, beginning);
    word.layers.push(own);
    all
}
