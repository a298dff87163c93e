import { describe, expect, it } from 'vitest';

import { movedCrosshair } from '../../../web/src/chart/crosshair.ts';
import { quadraticPicture } from '../../../web/src/feature/lab/quadratic/model.ts';
import { fakeRun } from '../support/fake-theory.ts';

const run = fakeRun(1, 0.8, 0.01, 50);

describe('the crosshair', () => {
  const picture = quadraticPicture(run, null);
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

  it('moves along the points and hides with Escape', () => {
    expect(movedCrosshair(picture, null, key('ArrowRight'))).toBe(0);
    expect(movedCrosshair(picture, 3, key('ArrowRight', true))).toBe(13);
    expect(movedCrosshair(picture, 0, key('ArrowLeft'))).toBe(0);
    expect(movedCrosshair(picture, 3, key('End'))).toBe(50);
    expect(movedCrosshair(picture, 3, key('Escape'))).toBeNull();
    expect(movedCrosshair(picture, 3, key('a'))).toBeUndefined();
  });
});
