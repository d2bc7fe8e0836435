//! Links to programs in `ptxfp link` and `ptxfp linkcheck`.

mod command;
mod linking;

use std::fmt::Write as _;
use std::fs;

use crate::command::{check_refused, run, text};
use crate::linking::{folder, linkcheck};

#[test]
fn linkcheck_verifies_sequences() {
    let good = "v1/sequence@sm_90?code=mul.f32~t,a,a~~add.f32~d,t,1.0&a=0x40000000&out=0x40a00000";
    let folder = folder(
        "sequences",
        &[
            ("good.md", &format!("[five](https://example.org/#{good}).\n")),
            ("wrong.md", &format!("#{}\n", good.replace("0x40a00000", "0x40a00001"))),
        ],
    );
    let (status, lines) = linkcheck(&folder, &["--canonical"]);
    assert_eq!(status, 1);
    assert_eq!(
        lines,
        [
            "wrong.md:1:69: a recorded result differs: d=0x40a00001 is recorded, but the result is 0x40a00000",
            "2 links in 2 files; 1 failed"
        ]
    );
}

/// A program whose readable link is long.
fn long_program(n_statements: u32) -> String {
    let mut text = String::from("// ptxfp: x = 1.5\nfma.rn.f32 %f0, x, x, 0f3F800000;\n");
    for index in 0..n_statements {
        let (next, bits) = (index + 1, index.wrapping_mul(0x9e37_79b9) >> 4 | 0x3000_0000);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "fma.rn.f32 %f{next}, %f{index}, x, 0f{bits:08x};");
    }
    text
}

#[test]
fn a_long_link_to_a_program_is_compressed_and_read_everywhere() {
    let folder =
        folder("packed", &[("long.ptx", &long_program(90)), ("short.ptx", "neg.f32 d, a;")]);
    let path = |name: &str| folder.join(name).to_str().expect("a path in UTF-8").to_owned();
    let short = text(&["link", "--program", &path("short.ptx"), "--set=a=1", "--record"]);
    assert_eq!(short, "#v1/sequence@sm_90?code=neg.f32~d,a&a=0x3f800000&out=0xbf800000&isa=9.5");

    let long = path("long.ptx");
    let readable = text(&["link", "--program", &long, "--readable", "--record", "--view=cases"]);
    let packed = text(&["link", "--program", &long, "--record", "--view=cases"]);
    assert!(readable.len() > 3_000 && readable.ends_with("&isa=9.5&view=cases"), "{readable}");
    assert!(packed.starts_with("#v1/sequence@sm_90?~z1=") && packed.len() < 1_500, "{packed}");
    assert_eq!(text(&["link", &packed, "--readable"]), readable);
    assert_eq!(text(&["link", &readable]), packed);
    let address = format!("https://example.org/{}).", packed.replace('~', "%7E"));
    assert_eq!(text(&["link", &address, "--readable"]), readable);

    let of_file = text(&["run", &long, "--json"]);
    let of_link = text(&["run", &packed, "--json"]);
    let outputs =
        |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap()["outputs"].clone();
    assert_eq!(outputs(&of_file), outputs(&of_link));
    assert_ne!(outputs(&text(&["run", &packed, "--json", "--set=x=2"])), outputs(&of_link));
    check_refused(&["run", &packed, "--target=sm_80"], "a link names its target and version");

    fs::write(folder.join("doc.md"), format!("[p](https://example.org/{packed})\n")).unwrap();
    let (status, lines) = linkcheck(&folder, &["--canonical"]);
    assert_eq!((status, lines.join("\n")), (0, "1 link in 3 files; all good".into()));
}

#[test]
fn damaged_and_too_large_links_are_refused() {
    let folder = folder("damaged", &[("long.ptx", &long_program(90))]);
    let long = folder.join("long.ptx").to_str().expect("a path in UTF-8").to_owned();
    let packed = text(&["link", "--program", &long]);
    for wrong in
        [&packed[..packed.len() - 40], &packed.to_lowercase(), &packed.replacen("z1=", "z1=*", 1)]
    {
        check_refused(&["link", wrong], "column 1: the compressed program of this link is damaged");
        check_refused(&["run", wrong], "is damaged or cut off");
    }
    fs::write(folder.join("doc.md"), &packed[..packed.len() - 40]).unwrap();
    let (status, lines) = linkcheck(&folder, &[]);
    assert_eq!(status, 1);
    assert!(
        lines[0].starts_with("doc.md:1:2: the compressed program of this link is damaged"),
        "{lines:?}"
    );

    // A megabyte of the same letter takes a kilobyte.
    let many = miniz_oxide::deflate::compress_to_vec_zlib(&vec![b'a'; 1 << 20], 6);
    let bomb = ptxfp::link::packed("v1/sequence@sm_90?", &many);
    assert!(bomb.len() < 2_000, "{}", bomb.len());
    check_refused(&["link", &bomb], "has more than 65536 bytes");

    let huge = folder.join("huge.ptx");
    fs::write(&huge, long_program(1_100)).unwrap();
    let huge = huge.to_str().expect("a path in UTF-8");
    let output = run(&["link", "--program", huge], b"");
    let warning = String::from_utf8_lossy(&output.stderr);
    assert!(warning.contains("links of more than 8000 may be cut off"), "{warning}");
    // Every statement has an input of its own.
    let statement = |index| format!("neg.f64 a{index},b{index}\n// ptxfp:b{index}=0\n");
    fs::write(huge, (0..1_800).map(statement).collect::<String>()).unwrap();
    check_refused(&["link", "--program", huge], "at most 65536 are read");
}
