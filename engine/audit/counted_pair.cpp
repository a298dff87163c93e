#include "engine/audit/counted_pair.h"

#include <vector>

namespace noisy {
namespace {

/// Answers at once, since there are two records only.
class PairPass final : public Pass {
 public:
  PairPass(const FiniteSum& pair, std::span<const PointQuery> queries)
      : pair_(pair), queries_(queries.begin(), queries.end()) {}

  bool advance(ThreadPool&, const Deadline&) override {
    BatchScratch scratch;
    for (const PointQuery& query : queries_) {
      pair_.answer_batch(CountedPair::kBoth, query, scratch);
    }
    return true;
  }

 private:
  const FiniteSum& pair_;
  std::vector<PointQuery> queries_;
};

}  // namespace

CountedPair::CountedPair(const FiniteSum& records, Index samples, bool has_odd)
    : records_(records),
      samples_(samples),
      odd_share_(has_odd ? 1 / static_cast<double>(samples) : 0) {}

std::unique_ptr<Pass> CountedPair::begin_pass(std::span<const PointQuery> queries) const {
  return std::make_unique<PairPass>(*this, queries);
}

void CountedPair::answer_batch(std::span<const Index>, const PointQuery& query,
                               BatchScratch& scratch) const {
  records_.answer_batch({&kBoth[0], 1}, query, scratch);
  if (odd_share_ == 0) return;
  Vector gradient(query.gradient ? dimension() : 0);
  double value = 0;
  PointQuery odd = query;
  if (query.gradient) odd.gradient = &gradient;
  if (query.value) odd.value = &value;
  records_.answer_batch({&kBoth[1], 1}, odd, scratch);
  if (query.gradient) *query.gradient += odd_share_ * (gradient - *query.gradient);
  if (query.value) *query.value += odd_share_ * (value - *query.value);
}

}  // namespace noisy
