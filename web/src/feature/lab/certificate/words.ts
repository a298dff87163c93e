import { formatNumber } from '../../../format/number.ts';
import type { CertificateAnswer } from '../shared/queries.ts';
import type { Verdict } from '../shared/verdict.ts';

/** Whether there is a certificate, and what that means. */
export function certificateVerdict(
  answer: CertificateAnswer,
  quadraticRate: number | null,
): Verdict {
  const exact =
    quadraticRate === null
      ? ''
      : quadraticRate < 1
        ? `On quadratics the method converges at rate ${formatNumber(quadraticRate)}.`
        : 'On quadratics with these constants the method diverges.';
  if (!answer.found) {
    return {
      title: 'No certificate for this step and momentum',
      text: `No matrix proves that the method converges on every function with these constants. That is normal for much momentum and does not mean that it diverges. ${exact}`.trim(),
    };
  }
  return {
    title: `Certified: rate ${formatNumber(answer.certificate.rate)} per iteration`,
    text: `Without noise the error falls at least by this rate on every function with these constants, not on quadratics alone. ${exact}`.trim(),
  };
}
