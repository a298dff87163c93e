#include "engine/solver/gap/weak_gap.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

double mean_of(std::span<const double> values) {
  return math::sum(values) / static_cast<double>(values.size());
}

double resampled_mean(std::span<const double> values, Stream& draws) {
  std::vector<double> drawn(values.size());
  for (double& value : drawn) value = values[bounded_integer(draws, values.size())];
  return mean_of(drawn);
}

}  // namespace

Bracket bootstrap_interval(std::span<const double> values, Index resamples, double level,
                           Stream& draws) {
  std::vector<double> means(static_cast<std::size_t>(resamples));
  for (double& mean : means) mean = resampled_mean(values, draws);
  std::sort(means.begin(), means.end());
  const double last = static_cast<double>(resamples - 1);
  const auto at = [&](double part) { return means[static_cast<std::size_t>(part * last + 0.5)]; };
  return {at((1 - level) / 2), at((1 + level) / 2)};
}

WeakGap::WeakGap(const SaddleMean& mean, std::vector<SaddlePoint> points,
                 const WeakGapOptions& options, Stream draws)
    : mean_(&mean),
      points_(std::move(points)),
      options_(options),
      draws_(std::move(draws)),
      half_(static_cast<Index>(points_.size()) / 2),
      whole_(mean, points_, options.search),
      first_(mean, std::span(points_).first(static_cast<std::size_t>(half_)), options.search),
      second_(mean, std::span(points_).subspan(static_cast<std::size_t>(half_)), options.search),
      z_(mean.primal_dimension() + mean.dual_dimension()) {}

bool WeakGap::advance(ThreadPool& pool, const Deadline& deadline) {
  for (GapSearch* search : {&whole_, &first_, &second_}) {
    if (!search->advance(pool, deadline)) return false;
  }
  while (!is_valued()) {
    if (!pass_) begin_pass();
    if (!pass_->advance(pool, deadline)) return false;
    pass_.reset();
    values_.push_back(answer_.value);
    if (deadline.passed() && !is_valued()) return false;
  }
  finish();
  return true;
}

void WeakGap::begin_pass() {
  const std::size_t r = values_.size() / 2;
  const GapSearch& other = static_cast<Index>(r) < half_ ? second_ : first_;
  if (values_.size() % 2 == 0) {
    z_ << points_[r].primal, other.dual().point;
  } else {
    z_ << other.primal().point, points_[r].dual;
  }
  pass_ = mean_->begin_pass(z_, answer_);
}

void WeakGap::finish() {
  std::vector<double> gaps(points_.size());
  for (std::size_t r = 0; r < gaps.size(); ++r) gaps[r] = values_[2 * r] - values_[2 * r + 1];
  const bool is_narrow = whole_.is_narrow() && first_.is_narrow() && second_.is_narrow();
  result_ = {.plug_in = whole_.gap(),
             .split = mean_of(gaps),
             .interval = bootstrap_interval(gaps, options_.resamples, options_.level, draws_),
             .is_narrow = is_narrow};
}

}  // namespace noisy
