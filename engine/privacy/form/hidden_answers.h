#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/privacy/oracle/exact.h"

namespace noisy {

/// How records answer a family of queries (QueryFamily), summed over the first so many of them.
/// Nobody but the kinds that draw or noise such answers reads them, and each record is read once.
class HiddenAnswers final {
 public:
  HiddenAnswers() = default;
  HiddenAnswers(const HiddenAnswers&) = delete;
  HiddenAnswers& operator=(const HiddenAnswers&) = delete;

 private:
  friend class QueryChoiceForm;
  friend class TableAnswersForm;
  friend class HiddenQueries;

  /// The sums over the first `records`, exactly, whatever their order. Not fewer than before.
  std::span<const std::int64_t> of_first(Index records, Exact& exact);

  Index used_ = 0;
  std::vector<std::int64_t> sums_;
  // What queries were drawn by last: their guess, null before, and the release.
  const Vector* guess_ = nullptr;
  Release choice_;
  Index samples_ = 0;
};

/// D: how far two records' answers to one query can be apart, by the bounds that are enforced.
double answer_move(const GradientBounds& bounds, const SaddleBounds* saddle);

}  // namespace noisy
