#include "engine/algorithm/simplex/boosted_descent.h"

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/simplex/simplex_input.h"

namespace noisy {
namespace {

/// Puts what a descent has come to where it belongs.
void keep(const BoostedDescent& of, const Vector& output, std::vector<GapCandidate>& candidates) {
  switch (of.setting.frozen) {
    case FrozenPlayer::none:
      candidates.push_back({.point = output, .primal = {}, .dual = {}});
      return;
    case FrozenPlayer::dual:
      candidates[of.candidate].primal.push_back(output.head(of.setting.primal_size));
      return;
    case FrozenPlayer::primal:
      candidates[of.candidate].dual.push_back(output.tail(of.setting.dual_size));
      return;
  }
}

/// An answer by Algorithm 5 while it is looked for: the point that records are asked at has what
/// was drawn last in the place of the player that is not frozen. The first draws are uniform and
/// read no data.
class AnytimeAnswer {
 public:
  /// @param still  z_i, of which one player stays
  AnytimeAnswer(const BoostedDescent& of, Stream& first, const Vector& still)
      : setting_(of.setting),
        release_(of.release),
        average_(of.schedule(), of.release.noise_scale, of.setting.records, of.setting.frozen,
                 of.release.grid),
        point_(still) {
    const Index size =
        of.setting.frozen == FrozenPlayer::primal ? setting_.dual_size : setting_.primal_size;
    add(uniform_counts(first, setting_.draws.per_point, size, setting_.is_exact));
  }

  AverageVerticesRequest next() { return average_vertices_after(average_, point_, release_); }

  void add(const Vector& counts) {
    const Vector part = counts / static_cast<double>(setting_.draws.per_point);
    if (setting_.frozen == FrozenPlayer::primal) {
      point_.tail(setting_.dual_size) = part;
    } else {
      point_.head(setting_.primal_size) = part;
    }
  }

  /// At last the output.
  const Vector& point() const { return point_; }

 private:
  const MirrorDescentSetting& setting_;
  const Release& release_;
  HiddenAverage average_;
  Vector point_;
};

AlgorithmEntry vertex_smd_boosted() {
  AlgorithmEntry entry;
  entry.id = "vertex-smd-boosted";
  entry.title = "DP mirror descent (boosted)";
  entry.paper =
      "Gonzalez, Guzman, Paquette 2024: Mirror Descent Algorithms with Nearly "
      "Dimension-Independent "
      "Rates for Differentially-Private Stochastic Saddle-Point Problems";
  entry.theorem = "Algorithm 4, Theorem 3.20; with Algorithms 1 and 5 inside, constants derived";
  entry.summary =
      "Several candidates are made from records of their own, other records look for the best "
      "answers to each, and again others choose the candidate to which these answer least. Its gap "
      "is bounded with high probability instead of on average, for many more records.";
  entry.draws_batches = true;  // blocks are small
  entry.problem_use = ProblemUse::saddles;
  entry.term_use = TermUse::simplices;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::exponential};
  entry.plans_without_smoothness = true;
  entry.needs = {"two simplices", "bounded gradient coordinates"};
  entry.tells = {HiddenPoint::kName};
  entry.guarantee =
      "All drawn vertices and the choice together are private; each record belongs to one block, "
      "and pays for that alone.";
  entry.parameters = boosted_descent_specs();
  entry.plan = optional_planners().boosted_descent;
  return entry;
}

}  // namespace

Run boosted_descent(GradientOracle& data, const BoostedDescentPlan& plan) {
  Stream first = data.output_stream();
  std::deque<VertexDescent> made, answers;
  std::vector<GapCandidate> candidates;
  Vector shown;
  for (const BoostedDescent& of : plan.descents()) {
    if (of.is_anytime()) {
      AnytimeAnswer answer(of, first, candidates[of.candidate].point);
      for (Index k = 0; k < of.releases(); ++k) {
        const Vector& drawn = co_await data.ask(answer.next());
        answer.add(drawn);
        co_yield Iterate{shown};
      }
      keep(of, answer.point(), candidates);
      continue;
    }
    const bool is_answer = of.setting.frozen != FrozenPlayer::none;
    VertexDescent& descent =
        (is_answer ? answers : made)
            .emplace_back(of.setting, of.release, first,
                          is_answer ? candidates[of.candidate].point : Vector());
    // What is shown is the first candidate until one is chosen.
    const HiddenPoint hidden{made.front().hidden()};
    const NamedView view(hidden);
    for (Index step = 0; step < descent.releases(); ++step) {
      const Vector& drawn = co_await data.ask(descent.next());
      descent.add(drawn);
      if (candidates.empty()) shown = descent.average();
      co_yield Iterate{shown, StepView(view)};
    }
    keep(of, descent.average(), candidates);
    answers.clear();
  }
  const Vector& number = co_await data.ask(choose_by_gap(candidates, plan.choice()));
  const auto chosen = static_cast<std::size_t>(number[0]);
  shown = candidates[chosen].point;
  const HiddenPoint hidden{made[chosen].hidden()};
  const NamedView view(hidden);
  co_yield Iterate{shown, StepView(view)};
}

std::vector<AlgorithmEntry> boosted_descent_entries() {
  return {vertex_smd_boosted()};
}

}  // namespace noisy
