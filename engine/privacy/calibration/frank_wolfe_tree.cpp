#include "engine/privacy/calibration/frank_wolfe_tree.h"

namespace noisy {
namespace {

double first_kappa(Index phase) {
  return static_cast<double>(Index{1} << (phase - 1));
}

/// 4 (R + R (R + 1) / 4), a whole number: quarters of b that all phases read.
Index quarters(Index phases) {
  return 4 * phases + phases * (phases + 1);
}

}  // namespace

double tree_step(Index phase, Index leaf) {
  return 2.0 / (first_kappa(phase) + static_cast<double>(leaf) + 1.0);
}

double tree_move(Index phase, Index depth, Index first) {
  const double a = first_kappa(phase) + static_cast<double>(first);
  const double c = a + static_cast<double>(Index{1} << (phase - depth)) - 1.0;
  return 2.0 * (1.0 - a * (a - 1.0) / (c * (c + 1.0)));
}

Index tree_records(Index phases, Index root_batch) {
  return root_batch / 2 * (quarters(phases) / 2);
}

Index tree_root_batch(Index phases, Index samples) {
  const Index unit = Index{1} << phases;
  // Of b = 2^R i every phase reads a whole number of records: 2^R i quarters / 4.
  return unit * (samples / (unit / 2 * (quarters(phases) / 2)));
}

}  // namespace noisy
