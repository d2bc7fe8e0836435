// Reads style sheets, `[[name, text], …]`. Leaves in `window.styles` the rules of each component, one
// for each selector, and the owner of each component's class: its sheet, which is named as it. That
// everything is nested in that class is tested where the sources are: xtask/src/page/nesting.rs.

/** About all components: elements, shared classes, frames of contents, the page inside another one. */
const SHARED = ['tokens.css', 'base.css', 'plot_column.css', 'scroll.css', 'embed.css'];
/** Only of the static pages, which have no other components. */
const APART = ['static.css'];

/** Splits a selector where a character of `at` stands outside parentheses and brackets. */
const split = (text, at) => {
    const parts = [''];
    let depth = 0;
    for (const character of text) {
        if ('(['.includes(character)) depth++;
        if (')]'.includes(character)) depth--;
        if (depth === 0 && at.includes(character)) parts.push('');
        else parts[parts.length - 1] += character;
    }
    return parts.map(part => part.trim()).filter(Boolean);
};
const ALTERNATIVES = /:(?:is|where)\(((?:[^()]|\([^()]*\))*)\)/g;
/** The classes that an element must have, in a part of a selector without combinators. */
const namesOf = compound => {
    const alternatives = [...compound.matchAll(ALTERNATIVES)].map(([, list]) => list);
    const own = compound.replace(ALTERNATIVES, '').replace(/:[\w-]+\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, '');
    const names = own.match(/\.[\w-]+/g) ?? [];
    // Of each list one has to match; in a list that describes a surrounding, the last part is the element.
    for (const list of alternatives)
        for (const each of split(list, ',')) names.push(...namesOf(split(each, ' >+~').at(-1)));
    return names;
};
const compoundsOf = selector => split(selector.replace(/\s*([>+~])\s*/g, ' '), ' ');
/** A selector without the states of pointer and focus, and without pseudo-elements. */
const STATES = '(?:::[\\w-]+(?:\\([^)]*\\))?|:(?:hover|focus-visible|focus-within|focus|active))+';
const matchedBy = selector => selector.replace(new RegExp(`(^|[\\s>+~(,])${STATES}`, 'g'), '$1*').replace(new RegExp(STATES, 'g'), '');

/** The rules of a list and those nested in them, with whole selectors. */
const rulesOf = (list, around) => [...list].flatMap(rule => {
    // Declarations behind a nested rule are about what is around.
    if (!('selectorText' in rule)) return rule.cssRules ? rulesOf(rule.cssRules, around) : [];
    const selectors = split(rule.selectorText, ',').map(selector => {
        if (!around) return selector;
        return selector.includes('&') ? selector.replaceAll('&', around) : `${around} ${selector}`;
    });
    const own = selectors.map(selector => {
        const compounds = compoundsOf(selector).map(namesOf);
        return { selector, compounds, matched: matchedBy(selector) };
    });
    return [...own, ...selectors.flatMap(selector => rulesOf(rule.cssRules, selector))];
});

const components = arguments[0].filter(([name]) => !SHARED.includes(name) && !APART.includes(name)).map(([name, text]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return { name, rules: rulesOf(sheet.cssRules) };
});
const owners = new Map(components.map(({ name }) => [`.${name.slice(0, -4).replaceAll('_', '-')}`, name]));
window.styles = { components, owners };
return components.reduce((sum, { rules }) => sum + rules.length, 0);
