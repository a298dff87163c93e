#include "engine/audit/path_replay.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Relative distance of two iterates beyond which they are not the same: far above rounding.
constexpr double kSame = 1e-9;

/// Lets out what was published before, whatever the data answer.
class ReplayOracle final : public GradientOracle {
 public:
  ReplayOracle(const FiniteSum& data, const std::vector<Vector>& releases)
      : GradientOracle(data, {}, StreamFactory::reproducible({.algorithm = "audit/replay"})),
        releases_(releases) {}

 private:
  void add_noise(const Release& release, const Vector&, Vector& values) override {
    const auto number = static_cast<std::size_t>(ledger_.releases());
    if (number < releases_.size()) values = releases_[number];
    ledger_.charge(release);
  }

  const std::vector<Vector>& releases_;
};

/// The same for releases of any kind, scored by what is answered without noise.
class ScoringOracle final : public GradientOracle {
 public:
  ScoringOracle(const FiniteSum& data, const StreamFactory& streams,
                const std::vector<Vector>& releases)
      : GradientOracle(data, {}, streams), releases_(releases) {}

  double score() const { return score_; }
  /// Whether the requests were for releases like these, and no others.
  bool has_seen_all() const { return are_alike_ && next_ == releases_.size(); }

 private:
  const Vector* published() const override {
    return next_ < releases_.size() ? &releases_[next_] : nullptr;
  }

  void replace(const Request& request, Vector& answer) override {
    const bool is_there =
        published() && request.form->is_released_there(request.release, *published(), answer);
    are_alike_ = are_alike_ && is_there;
    if (!is_there) return;
    const Vector& released = releases_[next_++];
    score_ += request.form->log_likelihood(request.release, released, answer, nullptr);
    answer = released;
  }

  const std::vector<Vector>& releases_;
  std::size_t next_ = 0;
  double score_ = 0;
  bool are_alike_ = true;
};

bool is_same(const Vector& published, const Vector& replayed) {
  const double size = std::max(math::linf_norm(published), math::linf_norm(replayed));
  return math::linf_norm(published - replayed) <= kSame * size;
}

}  // namespace

bool walks_again(const AlgorithmPlan& plan, const FiniteSum& data, const Vector& start,
                 const PublishedPath& published) {
  ReplayOracle oracle(data, published.releases);
  std::vector<Index> all(static_cast<std::size_t>(data.samples()));
  std::iota(all.begin(), all.end(), Index{0});
  BatchScratch scratch;
  Run run = plan.start(oracle, start);
  for (std::size_t seen = 0; seen < published.iterates.size();) {
    run.resume();
    if (const Vector* iterate = run.iterate()) {
      if (!is_same(published.iterates[seen++], *iterate)) return false;
    } else if (run.done() || oracle.refusal()) {
      return false;
    } else {
      data.answer_batch(all, oracle.pending(), scratch);
      oracle.finish();
    }
  }
  return true;
}

std::optional<double> log_likelihood_of(const AlgorithmPlan& plan, const FiniteSum& data,
                                        const Vector& start, const StreamFactory& streams,
                                        const std::vector<Vector>& releases) {
  ScoringOracle oracle(data, streams, releases);
  Run run = plan.start(oracle, start);
  do {
    run.resume();
  } while (run.iterate());
  const bool is_whole = run.done() && oracle.has_seen_all();
  return is_whole ? std::optional(oracle.score()) : std::nullopt;
}

}  // namespace noisy
