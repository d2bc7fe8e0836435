//! The effects of words and operand buttons on the state.

use std::mem;

use crate::module::Visit;
use crate::playground::edit::{Adjust, Pick};
use crate::playground::model::{MAX_RECENT, Model, Origin};
use crate::playground::picker::{Picker, Taken, bytes};

impl Model {
    /// Changes the words suggested for the statement.
    pub(super) fn pick(&mut self, pick: Pick) {
        let picker = mem::take(&mut self.picker);
        match pick {
            Pick::Type(text, units) => {
                self.picker = Picker::typed(&text, units, &self.context);
                let is_one_line = !text.contains(['\n', '\r']);
                self.type_line(text);
                // The field gets pasted text as one line.
                self.caret = (!is_one_line).then(|| bytes(&self.statement, units));
            }
            Pick::Propose(units) => {
                self.picker = Picker::asked(self.text_in_box(), units, &self.context);
            }
            Pick::Next => self.picker = picker.map(Picker::next),
            Pick::Previous => self.picker = picker.map(Picker::previous),
            Pick::Accept(index) => {
                if let Some(taken) = picker.and_then(|it| it.accept(self.text_in_box(), index)) {
                    self.take(taken);
                }
            }
            Pick::Dismiss => self.recall(),
        }
    }

    /// Accepts a suggested word: the last one of an instruction is followed by its operands, any
    /// other by the next suggestions.
    fn take(&mut self, taken: Taken) {
        let has_more = taken.text.get(taken.caret..).is_some_and(|rest| rest.starts_with('.'));
        let (mut text, mut caret) = (taken.text, taken.caret);
        if !taken.is_whole && !has_more {
            text.insert(caret, '.');
            caret += 1;
            self.picker = Picker::at(&text, caret, &self.context);
        }
        self.write(text);
        self.origin = Origin::Typed;
        if taken.is_whole {
            self.visit = Visit::Step;
            self.settle();
        }
        self.caret = Some(caret);
    }

    /// Changes a lane of a source operand, or the one that was last focused, or else every one.
    pub(super) fn adjust(&mut self, index: usize, lane: Option<u8>, adjust: Adjust) {
        let focused = self.focused.filter(|(operand, _)| *operand == index);
        let lanes = match lane.or(focused.map(|(_, lane)| lane)) {
            Some(lane) => lane..lane + 1,
            None => 0..self.kind(index).packing().lanes,
        };
        let (format, packing) = (self.kind(index).format(), self.kind(index).packing());
        for lane in lanes {
            let bits = self.lane_bits(index, lane);
            let bits = match adjust {
                Adjust::Set(bits) => Some(bits),
                Adjust::Part(register) => Some(packing.extract(register, lane)),
                Adjust::Up => format.next_up(bits),
                Adjust::Down => format.next_down(bits),
                Adjust::Negate => format.negate(bits),
            };
            if let Some(bits) = bits {
                self.store_lane(index, lane, bits);
            }
        }
    }

    /// Remembers the previous instruction with its operands, if it changed.
    pub(super) fn remember(&mut self) {
        let now = self.snapshot();
        let before = mem::replace(&mut self.settled, now);
        if before.instruction != self.instruction {
            self.recent.retain(|each| {
                each.instruction != before.instruction && each.instruction != self.instruction
            });
            self.recent.insert(0, before);
            self.recent.truncate(MAX_RECENT);
        }
    }
}
