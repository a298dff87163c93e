#include "engine/algorithm/accelerated/default_length.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/typical_problem.h"

namespace noisy {
namespace {

constexpr double kMostSteps = 1000;
constexpr double kMostWork = 4e9;
/// More steps have to be worth their time.
constexpr double kClearlyLower = 0.98;
/// Step scales that are tried: powers of 2^(-1/2), this many.
constexpr int kScales = 20;

/// A coordinate of one curvature h: x_t of the exact method from 1, and E x_t^2, E x_t x_{t-1},
/// E x_{t-1}^2 of one that noise of variance 1 moves from 0.
class Coordinate {
 public:
  Coordinate(double curvature, bool looks_ahead)
      : curvature_(curvature), looks_ahead_(looks_ahead) {}

  void forget_momentum() {
    previous_ = x_;
    cross_ = before_ = own_;
  }

  /// x_{t+1} = x_t + beta (x_t - x_{t-1}) - alpha h a_t, a_t as OutlookTwins::end_ratio
  void step(const Stage& stage) {
    const double shrink = stage.step_size * curvature_;
    const double beta = stage.momentum;
    const double now = looks_ahead_ ? (1 + beta) * (1 - shrink) : 1 + beta - shrink;
    const double then = looks_ahead_ ? -beta * (1 - shrink) : -beta;
    const double next = now * x_ + then * previous_;
    previous_ = x_;
    x_ = next;
    const double own = now * now * own_ + 2 * now * then * cross_ + then * then * before_ +
                       stage.step_size * stage.step_size;
    cross_ = now * own_ + then * cross_;
    before_ = own_;
    own_ = own;
  }

  double left() const { return x_ * x_; }
  double noise() const { return own_; }

 private:
  double curvature_;
  bool looks_ahead_;
  double x_ = 1;
  double previous_ = 1;
  double own_ = 0;
  double cross_ = 0;
  double before_ = 0;
};

class Chooser {
 public:
  Chooser(const PlanInput& input, const AcceleratedMethod& method)
      : input_(input), method_(method), problem_(input.facts) {}

  /// Infinity where such a run cannot be planned.
  double end(const AcceleratedParameters& parameters, double variance) const {
    const auto schedule = method_.schedule(parameters, input_.facts);
    if (!schedule) return std::numeric_limits<double>::infinity();
    if (method_.counted_steps) {
      variance *=
          method_.counted_steps(parameters, input_) / static_cast<double>(parameters.iterations);
    }
    double sum = 0;
    for (const TypicalMode& mode : problem_.modes()) {
      Coordinate coordinate(mode.curvature, method_.looks_ahead);
      for (const Stage& stage : *schedule) {
        coordinate.forget_momentum();
        for (Index t = 0; t < stage.count; ++t) coordinate.step(stage);
      }
      sum += mode.gap * coordinate.left() +
             0.5 * mode.coordinates * mode.curvature * variance * coordinate.noise();
    }
    return sum;
  }

  double variance(const AcceleratedParameters& parameters) const {
    const std::vector<WeightSegment> steps = {{.count = parameters.iterations}};
    const auto rule =
        ReleaseRule::create(input_.facts, input_.privacy, Division::uniform, parameters.sensitivity,
                            input_.facts.samples, steps, input_.work.get());
    return rule ? ReleaseRule::variance(rule->at(1)) : std::numeric_limits<double>::infinity();
  }

 private:
  const PlanInput& input_;
  const AcceleratedMethod& method_;
  TypicalProblem problem_;
};

}  // namespace

void choose_length(const PlanInput& input, const AcceleratedMethod& method,
                   AcceleratedParameters& parameters) {
  const RiskFacts& facts = input.facts;
  const ParameterSet& given = input.parameters;
  const bool has_all = parameters.batch_size.value_or(facts.samples) == facts.samples;
  if (input.privacy.notion == Notion::none || given.has("iterations") || !has_all) return;
  const Chooser chooser(input, method);
  const double size = static_cast<double>(facts.samples) * static_cast<double>(facts.dimension);
  const double most = std::clamp(kMostWork / size, 200.0, kMostSteps);
  const bool scales =
      !given.has("stepSize") && !given.has("stepScale") && given.text("momentum") != "polyak";
  std::vector<std::optional<double>> momenta = {parameters.momentum};
  if (method.takes_momentum && !given.has("momentum")) momenta = {0.5, 0.8, 0.9, std::nullopt};
  AcceleratedParameters best = parameters;
  double least = std::numeric_limits<double>::infinity();
  double last = 0;
  for (double steps = 1; steps <= most; steps *= std::sqrt(2.0)) {
    const double whole = std::round(steps);
    if (whole == last) continue;
    last = whole;
    AcceleratedParameters tried = parameters;
    tried.iterations = static_cast<Index>(whole);
    const double variance = chooser.variance(tried);
    const double before = least;
    for (const auto& momentum : momenta) {
      tried.momentum = momentum;
      tried.step_scale = parameters.step_scale;
      for (int k = 0; k < (scales ? kScales : 1); ++k) {
        const double end = chooser.end(tried, variance);
        if (end < least && end < kClearlyLower * before) {
          least = end;
          best = tried;
        }
        tried.step_scale *= std::sqrt(0.5);
      }
    }
  }
  if (!std::isfinite(least)) return;
  if (!given.has("horizon")) best.horizon.reset();
  parameters = best;
}

}  // namespace noisy
