//! Random bits.

use web_sys::window;

/// 64 random bits; zeros if the browser provides none.
pub fn bits() -> u64 {
    let mut bytes = [0; 8];
    if let Some(crypto) = window().and_then(|window| window.crypto().ok()) {
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    u64::from_le_bytes(bytes)
}
