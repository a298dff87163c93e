#include "engine/audit/round_observer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/privacy/release/hidden_answer.h"
#include "engine/privacy/release/solved_answer.h"

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

RoundObserver::RoundObserver(const FiniteSum& sum, std::span<const Index> all,
                             const FiniteSum& records, Regularizer regularizer,
                             const ReleaseModel& model)
    : sum_(sum),
      all_(all),
      records_(records),
      regularizer_(std::move(regularizer)),
      model_(model),
      usual_(sum.dimension()),
      odd_(sum.dimension()) {}

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
  if (model_.has_hidden_state) return sum_.answer_batch(records, query, scratch);
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

void RoundObserver::note_solved(const Release& release, const Vector& released) const {
  const auto number = static_cast<std::size_t>(noted_);
  if (number >= model_.solved[0].size()) {  // while they are being found
    if (kept_) kept_->push_back(released);
    ++noted_;
    return;
  }
  usual_ = model_.solved[0][number];
  odd_ = model_.solved[1][number];
  missed_ = usual_;
  score(release, released);
  usual_.resize(dimension());
  odd_.resize(dimension());
}

void RoundObserver::note(const Request& request, const Vector& released) const {
  if (model_.has_hidden_state) {
    if (kept_) kept_->push_back(released);
    ++noted_;
    return;
  }
  if (const auto* solved = dynamic_cast<const SolvedAnswer*>(request.form)) {
    Vector answer = released;
    solved->equalize(request, sum_, answer);
    note_solved(request.release, answer);
    return;
  }
  const auto* form = dynamic_cast<const HiddenAnswer*>(request.form);
  if (!form) return;
  const auto usual = [&](const Vector& point, Vector& out) { exact_gradient(0, point, out); };
  const auto with_odd = [&](const Vector& point, Vector& out) {
    Vector odd(point.size());
    exact_gradient(0, point, out);
    exact_gradient(1, point, odd);
    out += model_.whole_share * (odd - out);
  };
  take_note();
  usual_ = form->noiseless(request, regularizer_, usual);
  odd_ = form->noiseless(request, regularizer_, with_odd);
  missed_ = usual_;
  score(request.release, released);
  usual_.resize(dimension());
  odd_.resize(dimension());
}

void RoundObserver::take_note() const {
  if (!released_) return;
  find_centres();
  score(oracle_->ledger().last(), *std::exchange(released_, nullptr));
}

void RoundObserver::score(const Release& release, const Vector& released) const {
  if (kept_) kept_->push_back(released);
  const auto log_likelihood = [&](const Vector& centre) {
    return release.form->log_likelihood(release, released, centre, model_.vertices);
  };
  if (noted_ == 0) first_release_ = std::bit_cast<std::uint64_t>(released[0]);
  if (released.size() != dimension() || release.form->is_choice()) {
    // No coordinate's noise to look for a spread or a repetition in.
    likelihood_ratio_ += log_likelihood(odd_) - log_likelihood(usual_);
    ++noted_;
    return;
  }
  residual_usual_ = released - usual_;
  residual_missed_ = released - missed_;
  residual_odd_ = released - odd_;

  const double missed = log_likelihood(missed_);
  const double drawn = log_likelihood(odd_);
  likelihood_ratio_ += math::log_add_exp(log_of_share(1 - model_.odd_rate) + missed,
                                         log_of_share(model_.odd_rate) + drawn) -
                       log_likelihood(usual_);
  residual_usual_ /= release.noise_scale;
  residual_missed_ /= release.noise_scale;
  residual_odd_ /= release.noise_scale;
  coordinate_spread_ += spread(residual_usual_) - spread(residual_odd_);
  if (last_usual_.size() > 0) {
    repetition_ += math::l1_norm(residual_usual_ - last_usual_) - least_change();
  }
  last_usual_.swap(residual_usual_);
  last_missed_.swap(residual_missed_);
  last_odd_.swap(residual_odd_);
  ++noted_;
}

}  // namespace noisy
