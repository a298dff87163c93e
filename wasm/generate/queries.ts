// The questions to the accountants and to the theory as TypeScript types: a wrong name, a missing or an unknown field, or a
// wrong word is an error in the editor.
import type {
  AccountQueryEntry,
  FieldRule,
  QueryField,
  QuestionCatalogue,
} from '../client/types.ts';

const heading = `// Written by \`npm run generate\` from the engine's catalogue. Change the engine, not this file.
`;

/** What the catalogue says of the fields of one question. */
interface Question {
  query: string;
  parameters: QueryField[];
  rules?: FieldRule[];
}

type Word = FieldRule['when']['is'][number];

/** What each deciding field is in one form of a question: left out, any value, or one of some words. */
type Deciders = Map<string, State>;
type State = 'absent' | 'given' | string[];

export function queryTypes({ theoryQueries, accountQueries }: QuestionCatalogue): string {
  return [
    heading,
    ...theoryQueries.map(({ description, ...rest }) => questionType(rest, description)),
    names(
      'TheoryQueries',
      'The fields of every question about the theory, by its name.',
      theoryQueries,
      'Query',
    ),
    ...accountQueries.map((one) => questionType(one, `Its value is ${one.value}.`)),
    names(
      'AccountQueries',
      'The fields of every question to the accountants, by its name.',
      accountQueries,
      'Query',
    ),
    ...accountQueries.map(answerType),
    names(
      'AccountDetails',
      'What an answer holds beside its value, by the name of its question.',
      accountQueries,
      'Details',
    ),
  ].join('\n');
}

const pascal = (name: string) =>
  name.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
const quoted = (word: string) => `'${word}'`;

function names(name: string, about: string, all: { query: string }[], suffix: string): string {
  const lines = all.map(({ query }) => `  ${quoted(query)}: ${pascal(query)}${suffix};\n`);
  return `/** ${about} */\nexport interface ${name} {\n${lines.join('')}}\n`;
}

function questionType(question: Question, about: string): string {
  const forms = formsOf(question).map((form) => `{\n${linesOf(question, form)}}`);
  const head = `/** ${about} */\nexport `;
  const name = `${pascal(question.query)}Query`;
  if (forms.length === 1) return `${head}interface ${name} ${forms[0]}\n`;
  return `${head}type ${name} =\n${forms.map((form) => `  | ${form}`).join('\n')};\n`;
}

/** The forms that a question takes: one for what its deciding fields may be together. */
function formsOf(question: Question): Deciders[] {
  const deciders = new Set((question.rules ?? []).map(({ when }) => when.field));
  let forms: Deciders[] = [new Map<string, State>()];
  for (const decider of deciders) {
    const states = statesOf(question, decider);
    forms = forms.flatMap((form) => states.map((state) => decided(form, decider, state)));
  }
  return forms.filter((form) => isPossible(question, form));
}

const decided = (form: Deciders, decider: string, state: State): Deciders =>
  new Map([...form.entries(), [decider, state]]);

/** What one deciding field may be, words with the same consequences together. */
function statesOf(question: Question, decider: string): State[] {
  const field = fieldOf(question, decider);
  const words: Word[] = field.choices ?? [true];
  const all = isRequired(field) ? words : [null, ...words];
  const groups = new Map<string, Word[]>();
  for (const word of all) {
    const rules = (question.rules ?? []).filter((rule) => decides(rule, decider, word));
    const key = rules
      .map(({ field, rule }) => `${field} ${rule}`)
      .sort()
      .join();
    groups.set(key, [...(groups.get(key) ?? []), word]);
  }
  return [...groups.values()].flatMap((group) => {
    const texts = group.filter((word) => typeof word === 'string');
    if (texts.length > 0) return group.includes(null) ? [[...texts, '']] : [texts];
    return group.map((word) => (word === null ? 'absent' : 'given'));
  });
}

const decides = ({ when }: FieldRule, decider: string, word: Word) =>
  when.field === decider && (when.is.includes(word) || (word !== null && when.is.includes(true)));

/** The rules that hold in a form. */
function rulesIn(question: Question, form: Deciders): FieldRule[] {
  return (question.rules ?? []).filter((rule) => {
    const state = form.get(rule.when.field);
    if (state === undefined) return false;
    const word = state === 'absent' ? null : state === 'given' ? true : (state[0] ?? null);
    return decides(rule, rule.when.field, word);
  });
}

/** A field that is needed is not left out, one that is refused not given. */
function isPossible(question: Question, form: Deciders): boolean {
  return rulesIn(question, form).every(({ field, rule }) => {
    const state = form.get(field);
    return state === undefined || (rule === 'needed') !== (state === 'absent');
  });
}

function linesOf(question: Question, form: Deciders): string {
  const rules = rulesIn(question, form);
  const ruled = (name: string, kind: FieldRule['rule']) =>
    rules.some(({ field, rule }) => field === name && rule === kind);
  const lines = question.parameters
    .filter(({ name }) => !/[.[]/.test(name))
    .map((field) => {
      const state = form.get(field.name);
      if (state === 'absent' || ruled(field.name, 'refused'))
        return `  ${field.name}?: undefined;\n`;
      const words = Array.isArray(state) ? state.filter((word) => word !== '') : field.choices;
      const isLeftOut = Array.isArray(state)
        ? state.includes('')
        : state !== 'given' && !isRequired(field);
      const isOptional = isLeftOut && !ruled(field.name, 'needed');
      const type = typeOf(question, { ...field, ...(words && { choices: words }) });
      return `${comment(field)}  ${field.name}${isOptional ? '?' : ''}: ${type};\n`;
    });
  return `  query: ${quoted(question.query)};\n${lines.join('')}`;
}

const isRequired = (field: QueryField) =>
  field.default === undefined && field.defaultRule === undefined;

function fieldOf(question: Question, name: string): QueryField {
  const found = question.parameters.find((field) => field.name === name);
  if (!found) throw new Error(`${question.query} has no field ${name}`);
  return found;
}

/** What it is, its unit, its range and what it is when left out. */
function comment({
  title,
  description,
  unit,
  default: usual,
  defaultRule,
  ...range
}: QueryField): string {
  // A meaning in a few words follows its name; a sentence stands alone.
  const link = /^[a-z]/.test(description) ? ': ' : '. ';
  const about = [title, description].filter((text) => text !== '').join(link);
  const { minimum, exclusiveMinimum, maximum } = range;
  const bounds = [
    exclusiveMinimum !== undefined && `Above ${String(exclusiveMinimum)}`,
    minimum !== undefined && Math.abs(minimum) < 1e12 && `From ${String(minimum)}`,
    maximum !== undefined && maximum < 1e12 && `to ${String(maximum)}`,
    unit,
  ].filter((text) => text !== false && text !== '');
  const rule = usual === undefined ? defaultRule : JSON.stringify(usual);
  const parts = [
    about && (about.endsWith('.') ? about : `${about}.`),
    bounds.length > 0 && `${bounds.join(' ')}.`,
    range.most !== undefined && `At most ${String(range.most)}.`,
    rule !== undefined && rule !== 'none' && `When absent: ${rule}.`,
  ].filter((text) => typeof text === 'string' && text !== '');
  return parts.length > 0 ? `  /** ${parts.join(' ').replaceAll('*/', '* /')} */\n` : '';
}

function typeOf(question: Question, field: QueryField): string {
  const { type, choices } = field;
  switch (type) {
    case 'block':
      return nested(question, `${field.name}.`);
    case 'blocks':
      return `readonly ${nested(question, `${field.name}[].`)}[]`;
    case 'vector':
      return 'readonly number[]';
    case 'number-or-vector':
      return 'number | readonly number[]';
    case 'boolean':
      return 'boolean';
    case 'choice':
      return (choices ?? []).map(quoted).join(' | ') || 'string';
    default:
      return ['number', ...(choices ?? []).map(quoted)].join(' | ');
  }
}

function nested(question: Question, prefix: string): string {
  const lines = question.parameters
    .filter(({ name }) => name.startsWith(prefix))
    .map((field) => {
      const mark = isRequired(field) ? '' : '?';
      return `${comment(field)}  ${field.name.slice(prefix.length)}${mark}: ${typeOf(question, field)};\n`;
    });
  return `{\n${lines.join('')}}`;
}

const answerTypes: Record<string, string> = {
  number: 'number | null',
  boolean: 'boolean',
  text: 'string',
  numbers: '(number | null)[]',
  booleans: 'boolean[]',
};

function answerType({ query, answer }: AccountQueryEntry): string {
  const line = (
    name: string,
    type: string,
    { always, description }: AccountQueryEntry['answer'][number],
  ) => `  /** ${description} */\n  ${name}${always ? '' : '?'}: ${type};\n`;
  const typeOfField = ({ name, type }: AccountQueryEntry['answer'][number]): string => {
    if (type !== 'objects') return answerTypes[type] ?? 'unknown';
    const inner = answer.filter((one) => one.name.startsWith(`${name}.`));
    return `{\n${inner.map((one) => line(one.name.slice(name.length + 1), typeOfField(one), one)).join('')}}[]`;
  };
  const lines = answer
    .filter(({ name }) => !name.includes('.'))
    .map((one) => line(one.name, typeOfField(one), one));
  return lines.length === 0
    ? `export type ${pascal(query)}Details = unknown;\n`
    : `export interface ${pascal(query)}Details {\n${lines.join('')}}\n`;
}
