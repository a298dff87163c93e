import type { ExampleGroup } from '../example.ts';

export const models: ExampleGroup = {
  title: 'Models of data',
  about: 'Classification and regression by private methods.',
  examples: [
    {
      name: 'quickstart',
      claim:
        'Three private methods fit a model to 569 patients: a smaller ε protects each patient better, and costs accuracy.',
      look: 'Drag ε and look at the ends of the curves: a smaller ε means more noise and a larger gap.',
    },
    {
      name: 'a9a-like',
      claim: '32,561 records of zeros and ones, mostly zeros, as in the census data a9a.',
      look: 'Look at the share of correct labels, and how it depends on the method at the same ε.',
      view: { measure: 'accuracy' },
    },
    {
      name: 'covertype-file',
      claim: 'A logistic regression on 200,000 records of your own copy of the Covertype data.',
      file: {
        name: 'covtype.data',
        what: 'It has 581,012 records of forest cover in 54 columns: 75 MB of text when decompressed.',
        from: 'the UCI repository, data set 31',
        address: 'https://archive.ics.uci.edu/dataset/31/covertype',
      },
      look: 'See how small the gap is at this ε when 200,000 records share the noise.',
    },
    {
      name: 'digits',
      claim: 'Ten classes at once: softmax regression on small images of handwritten digits.',
      look: 'Compare the accuracy on rows that no run has seen with the accuracy on the training rows: with noise, the two hardly differ.',
      view: { measure: 'heldOutAccuracy' },
    },
    {
      name: 'least-squares',
      claim:
        'Three places for the noise in a linear regression: the moments (AdaSSP), the objective, or the gradients.',
      look: 'Look at the ends: at every ε, noisy moments come closest to the line without privacy.',
      view: { layout: 'ends', measure: 'r2' },
    },
    {
      name: 'linear-regression',
      claim: 'The gradients of a squared loss have no bound of their own; clipping gives them one.',
      look: 'Change the gradient clip: a short clip cuts gradients off, a long one needs more noise.',
    },
  ],
};
