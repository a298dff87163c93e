import type { Catalogue, Experiment, PlanReport } from '../../engine/types.ts';
import { withChoice, type Menu } from '../../fit/choices.ts';
import { textOf } from '../../format/number.ts';
import { emit, type FormContext } from '../shared/events.ts';
import type { Choice } from './choice-field.ts';

interface Entry {
  id: string;
  title: string;
  description?: string;
}

/** Entries of the catalogue as choices. */
export function choicesOf(entries: readonly Entry[]): Choice[] {
  return entries.map(({ id, title, description = '' }) => ({ value: id, title, description }));
}

/** The entries of a menu, those marked that would not fit. */
export function menuOf(entries: readonly Entry[], menu: Menu, form: FormContext): Choice[] {
  return marked(choicesOf(entries), menu, form);
}

export function marked(choices: readonly Choice[], menu: Menu, { fit }: FormContext): Choice[] {
  const misfits = new Map(fit.misfitsOf(menu).map((one) => [one.id, one]));
  return choices.map((choice) => {
    const misfit = misfits.get(choice.value);
    if (misfit === undefined) return choice;
    const { reason, stops } = misfit;
    const note = stops.length > 0 ? `stops ${stops.join(', ')}` : 'does not fit';
    const description = [choice.description, `Here it ${note}: ${reason}`];
    return { ...choice, note, description: description.filter(Boolean).join(' ') };
  });
}

interface MenuHost extends EventTarget {
  catalogue: Catalogue;
  experiment: Experiment;
  plan: PlanReport | null;
}

/** What choosing from a menu of a panel does: the experiment follows as a whole. */
export function choosing(host: MenuHost, menu: Menu) {
  return (event: CustomEvent<{ value: unknown }>): void => {
    event.stopPropagation();
    const { catalogue, experiment, plan } = host;
    const facts = { catalogue, samples: plan?.data.samples ?? null };
    const value = withChoice(experiment, menu, textOf(event.detail.value), facts);
    emit(host, 'nd-edit', { path: '', value });
  };
}
