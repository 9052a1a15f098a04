//! Memory that is used again from one request to the next.

/// How much larger than its last use a list stays: what is given back has to be asked for again, as fresh pages, by the
/// next request that makes room before it knows how much it needs.
const SLACK: usize = 4;

/// Empties `list`; if its memory is above `bytes` and several times what it has just been used for, the rest is given back.
pub fn reset<T>(list: &mut Vec<T>, bytes: usize) {
    let used = list.len();
    list.clear();
    let kept = bytes / size_of::<T>();
    if list.capacity() > kept.max(SLACK * used) {
        list.shrink_to(used.max(kept));
    }
}

/// Empties `list` and gives back its memory, if that is above `bytes`.
pub fn give_up<T>(list: &mut Vec<T>, bytes: usize) {
    if list.len() > bytes / size_of::<T>() {
        *list = Vec::new();
    }
}
