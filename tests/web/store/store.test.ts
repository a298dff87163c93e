import { describe, expect, it, vi } from 'vitest';

import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import type { Problem } from '../../../web/src/store/errors.ts';
import { formPaths, findPlace, placeProblem } from '../../../web/src/store/places.ts';
import { History, Store } from '../../../web/src/store/store.ts';
import { normalizePath, valueAt, withValueAt } from '../../../web/src/experiment/paths.ts';
import { withLoss } from '../../../web/src/store/sources.ts';
import { fakeCatalogue } from '../support/fake-engine.ts';

describe('paths', () => {
  const tree = { a: [{ b: 1 }, { b: 2 }], c: { d: 'x' } };

  it('reads a value, and nothing beyond the tree', () => {
    expect(valueAt(tree, 'a.1.b')).toBe(2);
    expect(valueAt(tree, 'a.7.b')).toBeUndefined();
    expect(valueAt(tree, 'c.constructor')).toBeUndefined();
    expect(valueAt(tree, '')).toBe(tree);
  });

  it('replaces a value in a copy and shares the rest', () => {
    const next = withValueAt(tree, 'a.0.b', 5);
    expect(next).toEqual({ a: [{ b: 5 }, { b: 2 }], c: { d: 'x' } });
    expect(tree.a[0].b).toBe(1);
    expect(next.c).toBe(tree.c);
  });

  it('makes missing objects, and removes a field or an item', () => {
    expect(withValueAt({}, 'x.y', 1)).toEqual({ x: { y: 1 } });
    expect(withValueAt(tree, 'c.d', undefined)).toEqual({ a: tree.a, c: {} });
    expect(withValueAt(tree, 'a.0', undefined)).toEqual({ a: [{ b: 2 }], c: { d: 'x' } });
  });

  it('knows the spellings of one path', () => {
    expect(normalizePath('algorithms[0].parameters.iterations')).toBe(
      'algorithms.0.parameters.iterations',
    );
    expect(normalizePath('/data/preprocess/1')).toBe('data.preprocess.1');
  });
});

describe('another loss', () => {
  it('measures accuracy where there are labels only, and finds the way back', () => {
    const numbers = withLoss(defaultExperiment, 'squared', fakeCatalogue);
    expect(numbers.run?.diagnostics).toEqual(['objective', 'suboptimality']);
    expect(withLoss(numbers, 'logistic', fakeCatalogue)).toEqual(defaultExperiment);
    const quiet = withValueAt(defaultExperiment, 'run.diagnostics', undefined);
    expect(withLoss(quiet, 'squared', fakeCatalogue).run?.diagnostics).toBeUndefined();
  });
});

describe('History', () => {
  it('undoes and redoes', () => {
    const history = new History(0);
    history.push(1, 'a', 0);
    history.push(2, 'b', 0);
    expect([history.undo(), history.undo(), history.undo()]).toEqual([1, 0, 0]);
    expect([history.redo(), history.redo(), history.redo()]).toEqual([1, 2, 2]);
  });

  it('takes a drag as one step', () => {
    const history = new History(0);
    [1, 2, 3].forEach((value, index) => history.push(value, 'epsilon', index * 100));
    expect(history.undo()).toBe(0);
    expect(history.redo()).toBe(3);
  });

  it('takes slow edits of one field as several', () => {
    const history = new History(0);
    history.push(1, 'epsilon', 0);
    history.push(2, 'epsilon', 5000);
    expect(history.undo()).toBe(1);
  });

  it('forgets what could be redone after a new edit, and what is too old', () => {
    const history = new History(0, 2);
    history.push(1, '', 0);
    history.push(2, '', 0);
    history.push(3, '', 0);
    expect([history.undo(), history.undo(), history.undo()]).toEqual([2, 1, 1]);
    history.push(9, '', 0);
    expect(history.canRedo).toBe(false);
  });
});

describe('Store', () => {
  it('tells of an edit once, with the field and whether a control is held', () => {
    const store = new Store(defaultExperiment);
    const told = vi.fn();
    store.addEventListener('experiment', told);
    store.edit('privacy.epsilon', 2, true);
    expect(told).toHaveBeenCalledTimes(1);
    expect(store.state.experiment.privacy.epsilon).toBe(2);
    expect(store.lastChange).toMatchObject({ field: 'privacy.epsilon', dragging: true });
  });

  it('runs nothing again when a control is let go where it was dragged to', () => {
    const store = new Store(defaultExperiment);
    store.edit('privacy.epsilon', 2, true);
    const told = vi.fn();
    store.addEventListener('experiment', told);
    store.edit('privacy.epsilon', 2, false);
    expect(told).not.toHaveBeenCalled();
    expect(store.lastChange.dragging).toBe(false);
    store.undo();
    expect(store.state.experiment).toBe(defaultExperiment);
  });

  it('undoes an edit and redoes it', () => {
    const store = new Store(defaultExperiment);
    store.edit('privacy.epsilon', 2);
    expect(store.canUndo).toBe(true);
    store.undo();
    expect(store.state.experiment).toBe(defaultExperiment);
    expect([store.canUndo, store.canRedo]).toEqual([false, true]);
    store.redo();
    expect(store.state.experiment.privacy.epsilon).toBe(2);
  });

  it('goes on with the history of before a reload', () => {
    const before = new Store(defaultExperiment);
    before.edit('privacy.epsilon', 2);
    const after = new Store(before.state.experiment);
    after.restoreHistory(before.historySnapshot);
    after.undo();
    expect(after.state.experiment).toEqual(defaultExperiment);
  });
});

describe('errors find their field', () => {
  const paths = formPaths(defaultExperiment, fakeCatalogue);
  const place = (field: string) => placeProblem({ code: 'internal', field, message: '' }, paths);

  it.each([
    ['privacy.epsilon', 'privacy.epsilon'],
    ['algorithms.0.parameters.iterations', 'algorithms.0.parameters.iterations'],
    ['algorithms.0.parameters.nonsense', 'algorithms.0'],
    ['data.preprocess.2.bound', 'data.preprocess.2.bound'],
    ['data.preprocess.0.lower.2', 'data.preprocess.0.lower'],
    ['problem.regularizer.strength', 'problem.regularizer.strength'],
    ['run.trace.points', 'run.trace.points'],
  ])('%s is shown at %s', (field, shown) => {
    expect(place(field)).toBe(shown);
  });

  it('shows what is wrong in a file at its source, with the place', () => {
    const found = (code: Problem['code'], field: string) =>
      findPlace({ code, field, message: 'the row has 2 cells' }, defaultExperiment, fakeCatalogue);
    expect(found('ragged-data', 'line 4')).toEqual({
      path: 'data',
      text: 'line 4: the row has 2 cells',
    });
    expect(found('missing-data', 'data')).toEqual({ path: 'data', text: 'the row has 2 cells' });
    expect(found('internal', 'line 4')).toBeNull();
    expect(found('internal', '')).toBeNull();
  });

  it('leaves what no field owns to the banner', () => {
    expect(place('')).toBeNull();
    expect(place('sweep.0.values')).toBeNull();
    expect(place('privacyx.epsilon')).toBeNull();
  });
});
