//! HTML as text. All input is text: everything is escaped.

/// Markup that is being written; elements that are open are closed by [`Markup::finish`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Markup {
    written: String,
    open: Vec<&'static str>,
    in_tag: bool,
}

impl Markup {
    /// Opens an element; attributes come next, then its contents.
    pub(crate) fn open(&mut self, name: &'static str) -> &mut Self {
        self.end_tag();
        self.written.push('<');
        self.written.push_str(name);
        self.open.push(name);
        self.in_tag = true;
        self
    }

    /// Opens an element with a style class.
    pub(crate) fn open_class(&mut self, name: &'static str, class: &str) -> &mut Self {
        self.open(name).attribute("class", class)
    }

    /// Gives the element just opened an attribute.
    pub(crate) fn attribute(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.written.push(' ');
        self.written.push_str(name);
        self.written.push_str("=\"");
        self.escape(value);
        self.written.push('"');
        self
    }

    /// Adds text.
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.end_tag();
        self.escape(text);
        self
    }

    /// Adds a sentence; text between back quotes is code.
    pub(crate) fn rich(&mut self, sentence: &str) -> &mut Self {
        for (index, piece) in sentence.split('`').enumerate() {
            if index % 2 == 1 {
                self.open("code").text(piece).close();
            } else {
                self.text(piece);
            }
        }
        self
    }

    /// Adds an element with only a style class and text.
    pub(crate) fn leaf(&mut self, name: &'static str, class: &str, text: &str) -> &mut Self {
        self.open_class(name, class).text(text).close()
    }

    /// Closes the element opened last.
    pub(crate) fn close(&mut self) -> &mut Self {
        self.end_tag();
        if let Some(name) = self.open.pop()
            && name != "input"
        {
            self.written.push_str("</");
            self.written.push_str(name);
            self.written.push('>');
        }
        self
    }

    /// Its text.
    #[must_use]
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.written
    }

    /// Ends the tag of the element just opened.
    fn end_tag(&mut self) {
        if self.in_tag {
            self.written.push('>');
            self.in_tag = false;
        }
    }

    /// Adds a text with everything escaped that has a meaning in HTML, also in attributes.
    fn escape(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.written.push_str("&amp;"),
                '<' => self.written.push_str("&lt;"),
                '>' => self.written.push_str("&gt;"),
                '"' => self.written.push_str("&quot;"),
                _ => self.written.push(character),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markup(write: impl FnOnce(&mut Markup)) -> String {
        let mut markup = Markup::default();
        write(&mut markup);
        markup.finish()
    }

    #[test]
    fn text_cannot_become_an_element() {
        let written = markup(|m| {
            m.open("p").text("<script>a && b</script>");
        });
        assert_eq!(written, "<p>&lt;script&gt;a &amp;&amp; b&lt;/script&gt;</p>");
    }

    #[test]
    fn value_cannot_leave_its_attribute() {
        let written = markup(|m| {
            m.open("p").attribute("title", "\"><img onerror='x'>");
        });
        assert_eq!(written, "<p title=\"&quot;&gt;&lt;img onerror='x'&gt;\"></p>");
    }

    #[test]
    fn code_of_a_sentence_is_escaped() {
        let written = markup(|m| {
            m.rich("`a<b` is <b>");
        });
        assert_eq!(written, "<code>a&lt;b</code> is &lt;b&gt;");
    }

    #[test]
    fn open_elements_are_closed_and_inputs_are_not() {
        let written = markup(|m| {
            m.open("p").open("input").attribute("value", "1").close().leaf("b", "x", "2");
        });
        assert_eq!(written, "<p><input value=\"1\"><b class=\"x\">2</b></p>");
    }
}
