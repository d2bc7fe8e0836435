//! The pickers cannot lead to a state that the page does not explain.

use ptxfp::catalog::opcodes;
use serde_json::json;

use crate::session::{FREELY, is_nightly, run_with};

/// Picks an opcode, then presses every chip that is available, each from there; gives back the
/// states without an explanation, and how many chips were pressed.
const WALK: &str = "
    const [opcode, presses, done] = arguments;
    const drawn = () => new Promise(next => requestAnimationFrame(() => setTimeout(next)));
    const wrong = []; let pressed = 0;
    const look = step => {
        const text = selector => document.querySelector(selector)?.innerText.trim() ?? '';
        const statement = document.querySelector('#instruction').value;
        const report = what => wrong.push(step + ': ' + statement + ': ' + what);
        const result = document.querySelector('#result-register')?.dataset.value ?? '';
        const reasons = [...document.querySelectorAll('.say.bad p')];
        if (!document.querySelector('#failure').hidden) report('the program stopped');
        if (!/^0x[0-9a-f]+$/.test(result)) report('no result');
        if (!/^(documented|undocumented|rejected)$/.test(text('#legality'))) report('no legality');
        if (text('#legality') === 'rejected' && !reasons.some(reason => reason.innerText.trim())) report('no reason');
        if (text('#legality') === 'undocumented' && !text('#diagnostics')) report('no observation');
        if (step === 'picked' && !statement.startsWith(opcode)) report('another opcode');
        for (const chip of document.querySelectorAll('[data-chip]'))
            if (chip.getAttribute('aria-disabled') === 'true' && !document.getElementById(chip.getAttribute('aria-describedby'))) report('no reason against ' + chip.dataset.chip);
    };
    const pick = async () => {
        const select = document.querySelector('#opcode');
        select.value = opcode;
        select.dispatchEvent(new Event('change', { bubbles: true }));
        await drawn();
    };
    (async () => {
        await pick();
        look('picked');
        const chips = presses ? [...document.querySelectorAll('[data-chip]:not([aria-disabled])')].map(chip => chip.dataset.chip) : [];
        for (const spelling of chips) {
            const chip = document.querySelector('[data-chip=\"' + spelling + '\"]:not([aria-disabled])');
            if (!chip) continue;
            chip.focus();
            chip.click();
            pressed++;
            await drawn();
            look('pressed ' + spelling);
        }
        done([wrong, pressed]);
    })().catch(error => done([[String(error)], pressed]));";

/// Walks through every opcode; the chips of every that many opcodes are pressed, of half as many by
/// default.
fn walk(link: &'static str, every: usize) {
    let every = if is_nightly() { every } else { 2 * every };
    run_with(FREELY, move |page| async move {
        page.open(link).await;
        assert_eq!(page.count("#banner").await, 0, "{link}");
        page.open_choices().await;
        let (mut n_picked, mut n_pressed) = (0, 0);
        for (index, opcode) in opcodes().enumerate() {
            let presses = index % every == 0;
            let found = page.script_async(WALK, vec![json!(opcode), json!(presses)]).await;
            assert_eq!(found[0], json!([]), "{link}, {opcode}");
            n_pressed += found[1].as_u64().unwrap_or(0);
            n_picked += 1;
        }
        assert!(n_picked > 0 && 2 * n_pressed > n_picked, "{n_pressed} chips, {n_picked} opcodes");
        assert_eq!(page.count("#opcode option").await, n_picked);
    });
}

#[test]
fn every_opcode_is_explained_on_the_oldest_target() {
    walk("v1/add.f32@sm_10?a=0x3f800000&b=0x3f800000&isa=1.0", 3);
}

#[test]
fn every_opcode_is_explained_on_sm_90() {
    walk("v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000", 4);
}

#[test]
fn every_opcode_is_explained_on_sm_100a() {
    walk("v1/add.f32@sm_100a?a=0x3f800000&b=0x3f800000", 5);
}
