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

/// A search that somebody else keeps.
class Forwarded final : public Pass {
 public:
  explicit Forwarded(Pass& pass) : pass_(pass) {}
  bool advance(ThreadPool& pool, const Deadline& deadline) override {
    return pass_.advance(pool, deadline);
  }

 private:
  Pass& pass_;
};

}  // namespace

void Questions::value(const FiniteSum& sum, const Vector& point) {
  asked_.push_back({find_or_add({Kind::value, &sum, &point}), kValue});
}

void Questions::clipped_share(const FiniteSum& sum, const Vector& point) {
  asked_.push_back({find_or_add({Kind::clipped_share, &sum, &point}), kValue});
}

void Questions::gradient(const FiniteSum& sum, const Vector& point, Reduction reduce) {
  const std::size_t question = find_or_add({Kind::gradient, &sum, &point});
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

void Questions::found(const PointSearcher& searcher, const Vector& point, std::size_t which) {
  Question asked{Kind::search, nullptr, &point};
  asked.searcher = &searcher;
  asked_.push_back({find_or_add(std::move(asked)), static_cast<std::ptrdiff_t>(which)});
}

std::size_t Questions::find_or_add(Question asked) {
  const auto is_same = [&](const Question& question) {
    return question.kind == asked.kind && question.sum == asked.sum &&
           question.searcher == asked.searcher &&
           (question.point == asked.point || *question.point == *asked.point);
  };
  const auto begin = questions_.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto found = std::find_if(begin, questions_.end(), is_same);
  const auto place = static_cast<std::size_t>(found - questions_.begin());
  if (found == questions_.end()) questions_.push_back(std::move(asked));
  return place;
}

void Questions::clear() {
  questions_.clear();
  asked_.clear();
  in_flight_.clear();
  gradients_.clear();
  running_ = nullptr;
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
  take_search();
  while (true) {
    const auto open = std::ranges::find(questions_, false, &Question::is_begun);
    if (open == questions_.end()) return nullptr;
    if (open->kind == Kind::search) return search_pass(*open);
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

std::unique_ptr<Pass> Questions::search_pass(Question& question) {
  question.is_begun = true;
  question.search = question.searcher->begin(*question.point);
  running_ = question.search.get();
  return std::make_unique<Forwarded>(*question.search);
}

void Questions::take_search() {
  if (running_) evaluations_ += std::exchange(running_, nullptr)->evaluations();
}

double Questions::answer_of(const Answer& asked) const {
  const Question& question = questions_[asked.question];
  if (asked.part == kValue) return question.value;
  const auto part = static_cast<std::size_t>(asked.part);
  return question.search ? question.search->number(part) : question.reduced[part].result;
}

std::vector<double> Questions::answers() const {
  std::vector<double> out;
  out.reserve(asked_.size());
  for (const Answer& asked : asked_) out.push_back(answer_of(asked));
  return out;
}

}  // namespace noisy
