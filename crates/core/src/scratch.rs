//! Memory that is used again from one request to the next.

/// Empties `list` and gives back its memory above `bytes`, or above what it has just been used for if that is more.
pub fn reset<T>(list: &mut Vec<T>, bytes: usize) {
    let used = list.len();
    list.clear();
    list.shrink_to(used.max(bytes / size_of::<T>()));
}

/// Empties `list` and gives back its memory, if that is above `bytes`.
pub fn give_up<T>(list: &mut Vec<T>, bytes: usize) {
    if list.len() > bytes / size_of::<T>() {
        *list = Vec::new();
    }
}
