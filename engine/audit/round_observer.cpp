#include "engine/audit/round_observer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Sum of the distances of the coordinates from their mean: 0 when all agree.
double spread(const Vector& x) {
  const double mean = math::sum(x) / static_cast<double>(x.size());
  return math::sum_of(static_cast<std::size_t>(x.size()),
                      [&](std::size_t j) { return std::fabs(x[static_cast<Index>(j)] - mean); });
}

double log_of_share(double share) {
  return share > 0 ? math::log(share) : -HUGE_VAL;
}

}  // namespace

RoundObserver::RoundObserver(const FiniteSum& sum, const FiniteSum& records,
                             Regularizer regularizer, const ReleaseModel& model)
    : sum_(sum),
      records_(records),
      regularizer_(std::move(regularizer)),
      model_(model),
      all_(static_cast<std::size_t>(sum.samples())),
      usual_(sum.dimension()),
      odd_(sum.dimension()) {
  std::iota(all_.begin(), all_.end(), Index{0});
}

void RoundObserver::answer_pending() {
  const PointQuery query = oracle_->pending();
  sum_.answer_batch(all_, query, scratch_);
  point_ = *query.point;
  anchor_.resize(0);
  released_ = query.gradient;
  oracle_->finish();
  // An anchor's gradient stays behind the wall: nothing was released then.
  if (oracle_->ledger().releases() == noted_) released_ = nullptr;
  take_note();
}

void RoundObserver::note_release() {
  take_note();
}

void RoundObserver::answer_batch(std::span<const Index> records, const PointQuery& query,
                                 BatchScratch& scratch) const {
  take_note();
  sum_.answer_batch(records, query, scratch);
  point_ = *query.point;
  if (query.anchor) {
    anchor_ = *query.anchor;
  } else {
    anchor_.resize(0);
  }
  released_ = query.gradient;
}

void RoundObserver::exact_gradient(Index record, const Vector& point, Vector& out) const {
  records_.answer_batch({&record, 1}, {.point = &point, .gradient = &out, .value = nullptr},
                        scratch_);
}

void RoundObserver::find_centres() const {
  exact_gradient(0, point_, usual_);
  exact_gradient(1, point_, odd_);
  missed_ = usual_;
  odd_ -= usual_;  // how far the odd record moves a gradient at the point
  if (anchor_.size() > 0) {
    // The usual records' differences and anchor make their whole gradient. The odd record is in the
    // anchor's gradient always, and in the difference when it is drawn.
    Vector usual_there(point_.size()), odd_there(point_.size());
    exact_gradient(0, anchor_, usual_there);
    exact_gradient(1, anchor_, odd_there);
    odd_there -= usual_there;
    missed_ += model_.whole_share * odd_there;
    odd_ -= odd_there;
  }
  odd_ = missed_ + model_.odd_share * odd_;
  for (Vector* centre : {&usual_, &missed_, &odd_}) regularizer_.add_gradient(point_, *centre);
}

double RoundObserver::least_change() const {
  double least = math::l1_norm(residual_odd_ - last_odd_);
  if (model_.odd_rate == 1) return least;
  for (const Vector* now : {&residual_missed_, &residual_odd_}) {
    for (const Vector* last : {&last_missed_, &last_odd_}) {
      least = std::min(least, math::l1_norm(*now - *last));
    }
  }
  return least;
}

void RoundObserver::take_note() const {
  if (!released_) return;
  if (kept_) kept_->push_back(*released_);
  const Release& release = oracle_->ledger().entries().back().last;
  find_centres();
  const auto log_likelihood = [&](const Vector& centre) {
    return release.form->log_likelihood(release, *released_, centre, model_.vertices);
  };
  if (released_->size() != usual_.size() || release.form->chooses_vertices()) {
    // No coordinate's noise to look for a spread or a repetition in.
    likelihood_ratio_ += log_likelihood(odd_) - log_likelihood(usual_);
    if (noted_ == 0) first_release_ = std::bit_cast<std::uint64_t>((*released_)[0]);
    released_ = nullptr;
    ++noted_;
    return;
  }
  residual_usual_ = *released_ - usual_;
  residual_missed_ = *released_ - missed_;
  residual_odd_ = *released_ - odd_;

  const double missed = log_likelihood(missed_);
  const double drawn = log_likelihood(odd_);
  likelihood_ratio_ += math::log_add_exp(log_of_share(1 - model_.odd_rate) + missed,
                                         log_of_share(model_.odd_rate) + drawn) -
                       log_likelihood(usual_);
  residual_usual_ /= release.noise_scale;
  residual_missed_ /= release.noise_scale;
  residual_odd_ /= release.noise_scale;
  coordinate_spread_ += spread(residual_usual_) - spread(residual_odd_);
  if (noted_ > 0) {
    repetition_ += math::l1_norm(residual_usual_ - last_usual_) - least_change();
  } else {
    first_release_ = std::bit_cast<std::uint64_t>((*released_)[0]);
  }
  last_usual_.swap(residual_usual_);
  last_missed_.swap(residual_missed_);
  last_odd_.swap(residual_odd_);
  released_ = nullptr;
  ++noted_;
}

}  // namespace noisy
