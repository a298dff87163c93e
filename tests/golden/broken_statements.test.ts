// examples/python/check_statement.py names the field of a file that it cannot read, and never calls such a file confirmed.
import { expect, it } from 'vitest';

import { frozen } from './record.ts';
import { judge } from './second_checker.ts';

const { out } = JSON.parse(frozen().get('dp-gd, pure') ?? '') as { out: object };
const right = JSON.stringify(out);
const entry = 'statement.entries.0';

/** The text with its first such part replaced. */
function changed(before: string | RegExp, after: string): string {
  const text = right.replace(before, () => after);
  expect(text).not.toBe(right);
  return text;
}

/** A text, and what the error says of it. */
const broken: Record<string, [text: string, error: string]> = {
  'no text': ['', 'no JSON'],
  'half a file': [right.slice(0, right.length / 2), 'no JSON'],
  'another file': ['{"version":1}', 'result.privacy is missing'],
  'a list': ['[]', 'the file must be an object'],
  'no statement': ['{"privacy":{}}', 'result.privacy.statement is missing'],
  'a statement that is a text': ['{"privacy":{"statement":"so"}}', 'statement must be an object'],
  'deep nesting': ['['.repeat(1e5), 'nested too deeply'],
  'no number': [changed('"derivativeBound":1,', '"derivativeBound":NaN,'), 'NaN is no JSON number'],
  'an infinite number': [changed('"derivativeBound":1,', '"derivativeBound":Infinity,'), 'Infinity is no JSON number'],
  'a number that is too large': [changed('"derivativeBound":1,', '"derivativeBound":1e999,'), `${entry}.sensitivity.derivativeBound must be finite`],
  'a whole number that is too large': [changed('"derivativeBound":1,', `"derivativeBound":1${'0'.repeat(400)},`), `${entry}.sensitivity.derivativeBound is too large`],
  'a number of too many digits': [changed('"derivativeBound":1,', `"derivativeBound":1${'0'.repeat(5000)},`), ''],
  'a text for a number': [changed('"derivativeBound":1,', '"derivativeBound":"1",'), `${entry}.sensitivity.derivativeBound must be a number`],
  'true for a number': [changed('"derivativeBound":1,', '"derivativeBound":true,'), `${entry}.sensitivity.derivativeBound must be a number`],
  'a negative bound': [changed('"derivativeBound":1,', '"derivativeBound":-1,'), `${entry}.sensitivity.derivativeBound must be finite and not negative`],
  'a missing bound': [changed('"derivativeBound":1,', ''), `${entry}.sensitivity.derivativeBound is missing`],
  'a key twice': [changed('"derivativeBound":1,', '"derivativeBound":1,"derivativeBound":2,'), "'derivativeBound' stands twice"],
  'a sensitivity of 0': [changed(/"value":[\d.]+,"mean"/, '"value":0,"mean"'), `${entry}.sensitivity.value must be finite and above 0`],
  'half a record': [changed('"samples":80,"dimension"', '"samples":80.5,"dimension"'), `${entry}.samples must be a whole number`],
  'no records': [changed('"samples":80,"dimension"', '"samples":0,"dimension"'), 'needs at least one record'],
  'a mechanism of no name': [changed('"mechanism":"laplace"', '"mechanism":"cauchy"'), `${entry}.mechanism is 'cauchy'`],
  'noise that is no list': [changed(/"values":\[\[.*?\]\]/, '"values":"many"'), `${entry}.noise.values must be a list`],
  'a row of one number': [changed(/"values":\[\[.*?\]\]/, '"values":[[12]]'), `${entry}.noise.values.0 must be a list of 2 to 3 numbers`],
  'noise of 0': [changed(/"values":\[\[.*?\]\]/, '"values":[[12,0]]'), `${entry}.noise must list positive numbers`],
  'half a release': [changed(/"values":\[\[.*?\]\]/, '"values":[[11.5,1]]'), `${entry}.noise.values.0.0 must be a whole number`],
  'no figures': [changed(/"figures":\[\{.*?\}\]/, '"figures":[]'), `${entry}.figures must hold at least one figure`],
  'a certificate that is a text': [changed('"certified":true,"reasons":[],"runs"', '"certified":"yes","reasons":[],"runs"'), `${entry}.certified must be true or false`],
  'a guarantee of no name': [changed(/"guarantee":"proven"(?=.*"requested")/, '"guarantee":"sure"'), "'sure'"],
};

it('says what is wrong with a broken file, and reads a right one', () => {
  const texts = new Map(Object.entries(broken).map(([name, [text]]) => [name, text]));
  const judgements = judge(new Map([...texts, ['right', right]]));
  expect(judgements.get('right')?.verdict).toBe('confirmed');
  for (const [name, [, error]] of Object.entries(broken)) {
    const judged = judgements.get(name);
    expect(judged?.verdict, name).toBe('error');
    expect(judged?.why[0], name).toContain(error);
  }
  expect(judgements.size).toBe(texts.size + 1);
});

it('does not run forever where a statement lists many releases', () => {
  const lists = ['[[1e15,0.3,0.4]]', '[[1e15,0.3]]'].map((list) => changed(/"values":\[\[.*?\]\]/, `"values":${list}`));
  const judgements = [...judge(new Map(lists.map((text, number) => [String(number), text]))).values()];
  expect(judgements.map(({ verdict }) => verdict)).not.toContain('confirmed');
  expect(judgements[0].why.join()).toContain('more releases differ than are evaluated');
});
