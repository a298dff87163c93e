#include "engine/algorithm/simplex/public_histogram.h"

#include <utility>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

std::span<double> view_of(Vector& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

}  // namespace

PublicHistogram::PublicHistogram(std::shared_ptr<const QueryFamily> queries)
    : queries_(std::move(queries)),
      scores_(static_cast<std::size_t>(queries_->cells())),
      shares_(queries_->cells()),
      answers_(queries_->queries()),
      increments_(static_cast<std::size_t>(queries_->cells())) {
  evaluate();
}

void PublicHistogram::move(double step, const Vector& weights) {
  queries_->combine(math::view(weights), increments_);
  scores_.add(step, increments_);
  evaluate();
}

void PublicHistogram::evaluate() {
  scores_.softmax(view_of(shares_));
  queries_->answers(math::view(shares_), view_of(answers_));
}

Vector net_draws(const Vector& counts, Index draws) {
  const Index queries = counts.size() / 2;
  return (counts.head(queries) - counts.tail(queries)) / static_cast<double>(draws);
}

}  // namespace noisy
