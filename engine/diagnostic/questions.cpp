#include "engine/diagnostic/questions.h"

#include <algorithm>
#include <utility>

namespace noisy {
namespace {

/// Gradients computed together: 32 MB, and as many as make a pass efficient.
constexpr Index kGradientDoubles = Index{4} << 20;
constexpr Index kMostGradients = 64;
/// Most values of one pass.
constexpr std::size_t kMostValues = 256;

}  // namespace

void Questions::value(const FiniteSum& sum, const Vector& point) {
  asked_.push_back({find_or_add(Kind::value, sum, point), kValue});
}

void Questions::clipped_share(const FiniteSum& sum, const Vector& point) {
  asked_.push_back({find_or_add(Kind::clipped_share, sum, point), kValue});
}

void Questions::gradient(const FiniteSum& sum, const Vector& point, Reduction reduce) {
  const std::size_t question = find_or_add(Kind::gradient, sum, point);
  std::vector<Reduced>& reduced = questions_[question].reduced;
  asked_.push_back({question, std::ssize(reduced)});
  reduced.push_back({std::move(reduce)});
}

void Questions::gradient_and_value(const FiniteSum& sum, const Vector& point, Reduction reduce) {
  gradient(sum, point, std::move(reduce));
  const std::size_t question = asked_.back().question;
  questions_[question].has_value = true;
  asked_.push_back({question, kValue});
}

std::size_t Questions::find_or_add(Kind kind, const FiniteSum& sum, const Vector& point) {
  const auto is_same = [&](const Question& question) {
    return question.kind == kind && question.sum == &sum && question.point == &point;
  };
  const auto begin = questions_.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto found = std::find_if(begin, questions_.end(), is_same);
  const auto place = static_cast<std::size_t>(found - questions_.begin());
  if (found == questions_.end()) questions_.push_back({kind, &sum, &point});
  return place;
}

void Questions::clear() {
  questions_.clear();
  asked_.clear();
  in_flight_.clear();
  gradients_.clear();
  first_ = 0;
}

std::vector<std::size_t> Questions::begin(Kind kind, const FiniteSum& sum, std::size_t most) {
  std::vector<std::size_t> begun;
  for (std::size_t i = 0; i < questions_.size() && begun.size() < most; ++i) {
    Question& question = questions_[i];
    if (question.is_begun || question.kind != kind || question.sum != &sum) continue;
    question.is_begun = true;
    begun.push_back(i);
  }
  evaluations_ += static_cast<double>(begun.size()) * static_cast<double>(sum.samples());
  return begun;
}

void Questions::join(const FiniteSum& sum, std::size_t most, std::vector<PointQuery>& queries) {
  for (const std::size_t i : begin(Kind::value, sum, most)) {
    Question& question = questions_[i];
    queries.push_back({.point = question.point, .gradient = nullptr, .value = &question.value});
  }
}

std::unique_ptr<Pass> Questions::next() {
  take_gradients();
  while (true) {
    const auto open = std::ranges::find(questions_, false, &Question::is_begun);
    if (open == questions_.end()) return nullptr;
    const FiniteSum& sum = *open->sum;
    if (open->kind == Kind::gradient) return gradients_pass(sum);
    const bool counts_clips = open->kind == Kind::clipped_share;
    std::vector<PointQuery> queries;
    for (const std::size_t i : begin(open->kind, sum, kMostValues)) {
      Question& question = questions_[i];
      queries.push_back({.point = question.point, .gradient = nullptr, .value = &question.value});
    }
    auto pass = counts_clips ? sum.begin_clip_pass(queries) : sum.begin_pass(queries);
    if (pass) return pass;
  }
}

std::unique_ptr<Pass> Questions::gradients_pass(const FiniteSum& sum) {
  const Index dimension = sum.dimension();
  const Index most = std::clamp<Index>(kGradientDoubles / dimension, 1, kMostGradients);
  in_flight_ = begin(Kind::gradient, sum, static_cast<std::size_t>(most));
  gradients_.assign(in_flight_.size(), Vector(dimension));
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < in_flight_.size(); ++i) {
    Question& question = questions_[in_flight_[i]];
    queries.push_back({.point = question.point,
                       .gradient = &gradients_[i],
                       .value = question.has_value ? &question.value : nullptr});
  }
  return sum.begin_pass(queries);
}

void Questions::take_gradients() {
  for (std::size_t i = 0; i < in_flight_.size(); ++i) {
    for (Reduced& reduced : questions_[in_flight_[i]].reduced) {
      reduced.result = reduced.reduce(gradients_[i]);
    }
  }
  in_flight_.clear();
  gradients_.clear();
}

std::vector<double> Questions::answers() const {
  std::vector<double> out;
  out.reserve(asked_.size());
  for (const Answer& answer : asked_) {
    const Question& question = questions_[answer.question];
    out.push_back(answer.reduced == kValue
                      ? question.value
                      : question.reduced[static_cast<std::size_t>(answer.reduced)].result);
  }
  return out;
}

}  // namespace noisy
