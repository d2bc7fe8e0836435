//! Every file of the site.

use ptxfp::catalog::opcodes;

use crate::site::{File, Site};
use crate::{companions, course, data, evidence, machine, opcode, overview};

/// Every file.
pub(crate) fn files(site: &Site) -> Vec<File> {
    let mut files = vec![
        overview::page(site),
        companions::page(site),
        evidence::page(site),
        machine::capture(),
        machine::llms(site),
    ];
    files.extend(course::files(site));
    files.extend(data::files());
    files.extend(opcodes().map(|opcode| opcode::page(site, opcode)));
    if let Some(address) = &site.address {
        files.push(machine::sitemap(address));
    }
    files
}
