import { describe, expect, it, vi } from 'vitest';

import { Inquiry } from '../../../web/src/store/inquiry.ts';

describe('an inquiry', () => {
  const host = () => ({ requestUpdate: vi.fn() });

  it('asks once for the same, and gives the newest answer', async () => {
    const listener = host();
    const inquiry = new Inquiry<number>(listener);
    const asked: number[] = [];
    const question = (value: number) => async () => {
      asked.push(value);
      await Promise.resolve();
      return value;
    };
    [1, 1, 2, 3].forEach((value) => inquiry.ask(value, question(value)));
    expect(inquiry.pending).toBe(true);
    await vi.waitFor(() => expect(inquiry.pending).toBe(false));
    // The second was dropped, because the third came while the first was under way.
    expect(asked).toEqual([1, 3]);
    expect(inquiry.answer).toBe(3);
    expect(listener.requestUpdate).toHaveBeenCalledTimes(2);
  });

  it('says what was wrong, and forgets it when the next question is answered', async () => {
    const inquiry = new Inquiry<number>(host());
    inquiry.ask(1, () => Promise.reject(new Error('too large a step')));
    await vi.waitFor(() => expect(inquiry.problem).toBe('too large a step'));
    inquiry.ask(2, () => Promise.resolve(2));
    await vi.waitFor(() => expect(inquiry.answer).toBe(2));
    expect(inquiry.problem).toBe('');
  });
});
