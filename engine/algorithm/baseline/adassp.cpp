#include "engine/algorithm/baseline/adassp.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/frame/step_view.h"
#include "engine/privacy/form/moment.h"
#include "engine/problem/symmetric_spectrum.h"
#include "engine/solver/newton.h"

namespace noisy {
namespace {

AlgorithmEntry adassp_entry() {
  AlgorithmEntry entry;
  entry.id = "adassp";
  entry.title = "AdaSSP (noisy sufficient statistics)";
  entry.paper =
      "Wang 2018: Revisiting Differentially Private Linear Regression: Optimal and Adaptive "
      "Prediction & Estimation in Unbounded Domain";
  entry.theorem = "Algorithm 2, with the noise of zCDP";
  entry.summary =
      "Releases noisy second and first moments of the records and solves for the least squares. A "
      "ridge is added where the data's own curvature does not outweigh the noise.";
  entry.term_use = TermUse::smooth_in_domain;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one, Neighbours::zero_out};
  entry.mechanisms = {Mechanism::gaussian};
  entry.plans_without_smoothness = true;
  entry.asks_at_origin = true;
  entry.needs = {"squared loss", "bounded rows", "bounded targets"};
  entry.columns = {{.name = "leastEigenvalue",
                    .title = "Least eigenvalue",
                    .unit = "",
                    .description =
                        "What the second moments' least eigenvalue is at least, with high "
                        "probability; below 0 it says nothing."}};
  entry.guarantee = "The noisy moments together are private, and with them the solution.";
  entry.parameters = adassp_specs();
  entry.plan = optional_planners().adassp;
  return entry;
}

}  // namespace

Vector ridge_solution(const Eigen::MatrixXd& second, const Vector& first, double strength,
                      double step, double& ridge) {
  constexpr double kLeastPart = 1e-12;
  constexpr double kLeastStep = 0x1p-1000;
  const double least = std::max(kLeastPart * second.diagonal().cwiseAbs().maxCoeff(), kLeastStep);
  while (true) {
    Eigen::MatrixXd matrix = second;
    matrix.diagonal().array() += ridge + strength;
    Vector x = first;
    if (solve_positive(std::move(matrix), x) || !std::isfinite(ridge)) return x;
    ridge = std::max({2 * ridge, step, least});
  }
}

Run adassp(GradientOracle& data, const AdasspPlan& plan, Index dimension) {
  const AdasspSetting& setting = plan.setting();
  HiddenMoments hidden(dimension);
  for (Index k = 0; k < hidden.passes(); ++k) co_await data.advance(hidden);
  double least = 0;
  if (setting.eigenvalue) {
    const Vector& released =
        co_await data.ask(moment_of(MomentPart::least_eigenvalue, hidden, *setting.eigenvalue));
    least = released[0] - setting.eigenvalue_margin;
  }
  const Eigen::MatrixXd second = unpacked_symmetric(
      co_await data.ask(moment_of(MomentPart::second, hidden, setting.second)), dimension);
  const Vector first = co_await data.ask(moment_of(MomentPart::first, hidden, setting.first));
  if (!setting.eigenvalue) {
    least = symmetric_spectrum(second).smallest - setting.eigenvalue_margin;
  }
  double ridge = std::max(0.0, setting.ridge_target - std::max(0.0, least));
  Vector x = ridge_solution(second, first, setting.strength, setting.second.noise_scale, ridge);
  setting.domain.project(x);
  const std::array<double, 1> numbers = {least};
  const PublicStep told{numbers};
  const NamedView view(told);
  co_yield Iterate{x, StepView(view)};
}

std::vector<AlgorithmEntry> adassp_entries() {
  return {adassp_entry()};
}

}  // namespace noisy
