#include "engine/privacy/form/hidden_answers.h"

#include "engine/privacy/form/simplex_players.h"
#include "engine/problem/saddle/query_family.h"

namespace noisy {

std::span<const std::int64_t> HiddenAnswers::of_first(Index records, Exact& exact) {
  sums_.resize(static_cast<std::size_t>(exact.data().queries()->queries()));
  exact.add_answers({.first = used_, .count = records - used_}, sums_);
  used_ = records;
  return sums_;
}

double answer_move(const GradientBounds& bounds, const SaddleBounds* saddle) {
  return coordinate_moves(bounds.linf, saddle).dual;
}

}  // namespace noisy
