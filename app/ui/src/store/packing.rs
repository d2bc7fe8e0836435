//! Links in the address that are compressed.

use leptos::prelude::*;
use ptxfp::link::{MAX_LENGTH, Packed, Problem, packed, to_pack};
use ptxfp_view::module::Module;

use super::Store;
use crate::browser::address::fragment;
use crate::browser::streams::{can_decompress, compress, decompress};

/// Compresses a long link; it is in the address as it is until then.
pub(super) fn pack<M: Module>(store: Store<M>, link: &str, edit: fn(usize) -> M::Edit) {
    let Some(pairs) = to_pack(link) else { return };
    let link = link.to_owned();
    compress(pairs.as_bytes(), move |bytes| {
        let packed = packed(&link, &bytes);
        let mut is_taken = false;
        store.address.update_value(|address| is_taken = address.pack(&link, &packed));
        if is_taken {
            store.send(edit(packed.len()));
        }
    });
}

/// Decompresses a link and then loads it, if the address still has it. Returns whether it is one.
pub(super) fn unpack<M: Module>(store: Store<M>, link: &str) -> bool {
    let Some(read) = Packed::new(link) else { return false };
    let link = link.to_owned();
    match read {
        Ok(_) if !can_decompress() => {
            let message = "this browser cannot read compressed links; a newer one can, and `ptxfp link` \
                           writes them as text";
            take(store, &link, Err(Problem { span: 0..link.len(), message: message.to_owned() }));
        }
        Ok(read) => {
            let bytes = read.bytes().to_vec();
            decompress(&bytes, MAX_LENGTH, move |plain| {
                if fragment() == link {
                    take(store, &link, read.unpacked(plain.as_deref()));
                }
            });
        }
        Err(problem) => take(store, &link, Err(problem)),
    }
    true
}

/// Loads a decompressed link.
fn take<M: Module>(store: Store<M>, link: &str, readable: Result<String, Problem>) {
    match readable {
        Ok(readable) => {
            store.follow_link(&readable, Some(link));
            if let Some(edit) = M::PACKED {
                return store.send(edit(link.len()));
            }
        }
        Err(problem) => {
            store.model.update(|model| model.refuse(link, &problem));
            store.entered(Some(link));
        }
    }
    store.show();
}
