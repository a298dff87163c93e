#include "engine/algorithm/simplex/gaussian_descent.h"

#include <span>
#include <utility>

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/simplex/vertex_problem.h"
#include "engine/math/log_weights.h"
#include "engine/privacy/form/block_gradient.h"

namespace noisy {
namespace {

/// Where the descent stands: x as weights of vertices, or x and y on their simplices.
class ScoredPoint {
 public:
  explicit ScoredPoint(const GaussianDescentPlan& plan) : plan_(plan) {
    for (const Index size : plan.setting().sizes) {
      players_.emplace_back(static_cast<std::size_t>(size));
    }
  }

  Vector point() const {
    Vector weights(plan_.setting().size());
    Index first = 0;
    for (const math::LogWeights& player : players_) {
      const auto size = static_cast<Index>(player.size());
      player.softmax({weights.data() + first, player.size()});
      first += size;
    }
    if (!plan_.vertices()) return weights;
    return plan_.vertices()->mean(weights);
  }

  /// s += g, of vertices their products with it.
  void move(const Vector& gradient) {
    if (plan_.vertices()) {
      plan_.vertices()->products(gradient, products_);
    } else {
      products_ = gradient;
    }
    Index first = 0;
    for (math::LogWeights& player : players_) {
      player.add(-plan_.setting().step_size, {products_.data() + first, player.size()});
      first += static_cast<Index>(player.size());
    }
  }

 private:
  const GaussianDescentPlan& plan_;
  std::vector<math::LogWeights> players_;
  Vector products_;
};

AlgorithmEntry noisy_smd() {
  AlgorithmEntry entry;
  entry.id = "noisy-smd";
  entry.title = "Noisy mirror descent in blocks";
  entry.paper =
      "Gonzalez, Guzman, Paquette 2024: Mirror Descent Algorithms with Nearly "
      "Dimension-Independent Rates for Differentially-Private Stochastic Saddle-Point Problems";
  entry.theorem = "baseline: entropic mirror descent with Gaussian noise; bound derived";
  entry.summary =
      "Exponentiated gradient steps over vertices, on gradients with Gaussian noise in every "
      "coordinate; every record is read once. The baseline that drawing vertices is measured "
      "against: its noise grows with the root of the dimension.";
  entry.draws_batches = true;  // blocks are small
  entry.problem_use = ProblemUse::both;
  entry.term_use = TermUse::domain_only;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::gaussian};
  entry.plans_without_smoothness = true;
  entry.needs = {"a domain with listed vertices, or two simplices", "bounded gradient sensitivity"};
  entry.guarantee = "The whole path is private; each record is part of one noisy gradient.";
  entry.parameters = gaussian_descent_specs();
  entry.plan = optional_planners().gaussian_descent;
  return entry;
}

}  // namespace

Run gaussian_descent(GradientOracle& data, const GaussianDescentPlan& plan) {
  const GaussianDescentSetting& setting = plan.setting();
  BlockReader reader(setting.block_size, plan.rule().at(1).noise_scale);
  ScoredPoint scored(plan);
  Vector point = scored.point();
  Vector mean = point;
  for (Index t = 2; t <= setting.steps; ++t) {
    scored.move(co_await data.ask(next_block_gradient(reader, point, plan.rule().at(t - 1))));
    point = scored.point();
    mean += (point - mean) / static_cast<double>(t);
    co_yield Iterate{mean};
  }
}

std::vector<AlgorithmEntry> gaussian_descent_entries() {
  return {noisy_smd()};
}

}  // namespace noisy
