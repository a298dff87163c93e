import type { ExampleGroup } from '../example.ts';

export const accelerated: ExampleGroup = {
  title: 'Accelerated methods',
  about:
    'Kuru, Birbil, Gürbüzbalaban and Yıldırım, “Differentially Private Accelerated Optimization Algorithms”.',
  examples: [
    {
      name: 'figure-3',
      source: 'Figure 3',
      claim:
        'Accelerated methods converge faster than DP-GD, most of all with the small step c = 0.1. With c = 1 and T = 1000, DP-GD converges more slowly but ends lower.',
      look: 'In each panel, see where a curve stops falling: there its noise outweighs its progress.',
    },
    {
      name: 'figure-3-published',
      source: 'Figure 3',
      claim: 'The paper states ε = 1 for all of its experiments.',
      look: 'Look at the guarantee: with the noise as published, the true ε is larger than the paper states.',
    },
    {
      name: 'figure-4',
      source: 'Figure 4',
      claim: 'The results of Figure 3 also hold for batches of 1000 records.',
      look: 'In each panel, see where a curve stops falling: there its noise outweighs its progress.',
    },
    {
      name: 'figure-4-published',
      source: 'Figure 4',
      claim:
        'The paper states ε = 1 for all of its experiments, with batches of 1000 records here.',
      look: 'Look at the guarantee: with the noise as published, the true ε is larger than the paper states.',
    },
    {
      name: 'figures-fast',
      source: 'Figure 3, Proposition 4.2',
      claim:
        'The noise depends on n ε: a tenth of the records at ten times the ε have the noise of Figure 3.',
      look: 'In each panel, see where a curve stops falling: there its noise outweighs its progress.',
    },
    {
      name: 'figures-fast-published',
      source: 'Figure 3, Proposition 4.2',
      claim: 'The noise that the paper published, on a tenth of the records at ten times the ε.',
      look: 'Look at the guarantee: with the noise as published, the true ε is larger than the paper states.',
    },
  ],
};
