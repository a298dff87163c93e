#include "engine/privacy/form/minimizer.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/math/reduce.h"
#include "engine/privacy/form/stated_smoothness.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/hockey_stick_account.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/problem/domain/domain.h"
#include "engine/record/reader.h"

namespace noisy {

void HiddenMinimization::prepare(const Exact& exact) {
  if (noise_number_ >= 0) return;
  noise_number_ = exact.releases();
  if (auto stream = exact.noise_stream()) {
    const Noise& normal = noise_of(Mechanism::gaussian);
    const auto fill = [&](double scale, Vector& noise) {
      normal.fill(*stream, scale, {noise.data(), static_cast<std::size_t>(noise.size())});
    };
    fill(linear_scale_, linear_term_);
    fill(solution_scale_, solution_noise_);
  }
  point_ = (added_strength_ * centre_ - linear_term_) / strong_convexity();
  project(point_);
  ahead_ = point_;
}

void HiddenMinimization::step() {
  regularizer_.add_gradient(ahead_, gradient_);
  gradient_ += added_strength_ * (ahead_ - centre_) + linear_term_;
  Vector next = ahead_ - step_size_ * gradient_;
  gradient_norm_ = math::l2_norm(gradient_);
  if (std::isfinite(radius_)) {
    project(next);
    gradient_norm_ = math::l2_norm(ahead_ - next) / step_size_;
  }
  ahead_ = next + momentum_ * (next - point_);
  point_ = std::move(next);
}

void HiddenMinimization::project(Vector& x) const {
  if (std::isfinite(radius_)) Domain{.kind = Domain::Kind::l2_ball, .radius = radius_}.project(x);
}

ReleaseDetails details_of(const PerturbedObjective& objective) {
  return {objective.strong_convexity, objective.record_curvature, objective.tolerance,
          objective.solution_scale};
}

PerturbedObjective perturbed_objective(const Release& release) {
  return {.strong_convexity = release.details[0],
          .record_curvature = release.details[1],
          .tolerance = release.details[2],
          .solution_scale = release.details[3]};
}

namespace {

/// What is stated of the objective behind a released minimizer, beside its details.
struct StatedObjective final : StatedRelease::Details {
  double regularizer_strength = 0;
  double added_strength = 0;
  double solver_shift = 0;
  double curvature_bound = 0;  ///< sup phi''
  double row_bound = 0;        ///< sup ||u||_2
};

}  // namespace

/// objective_perturbation_renyi with m = S_2 / (n sigma).
class MinimizerForm final : public ReleaseForm, public HockeyStickAccount {
 public:
  MinimizerForm()
      : ReleaseForm({"minimizer", "Minimizer",
                     "The minimizer of the objective with a random linear term."}) {}

  static HiddenKey key() { return hidden_key(); }

  bool hides_steps() const override { return true; }
  std::string_view noised_text() const override { return "linear term of the objective"; }

  std::string noise_text(const DescribedRelease& release) const override {
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ", which is every coordinate of the " + std::string(noised_text());
  }

  std::string cost_formula(const DescribedRelease&) const override {
    return "D_t = ln(1 + recordCurvature / (n strongConvexity)) + a (s^2 + solverShift^2) / 2 + "
           "ln(2 Phi((a - 1) s)) / (a - 1), s = mean / sigma_t, a = order";
  }

  std::string released_text(const DescribedRelease& release) const override {
    return "the noisy minimizer of the objective with a random linear term, " +
           std::to_string(release.dimension) + " numbers, and nothing that was computed on the way";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    const Domain& domain = *release.domain;
    const bool is_ball = domain.kind == Domain::Kind::l2_ball;
    const PerturbedObjective objective = perturbed_objective(release.release);
    const double regularizer = release.regularizer->strong_convexity();
    Json stated = Json::object(
        {{"strongConvexity", objective.strong_convexity},
         {"regularizerStrength", regularizer},
         {"addedStrength", std::max(0.0, objective.strong_convexity - regularizer)},
         {"recordCurvature", objective.record_curvature},
         {"curvatureBound", release.curvature},
         {"rowBound", stated_row_bound(objective.record_curvature, release.curvature)},
         {"tolerance", objective.tolerance},
         {"solutionDeviation", objective.solution_scale},
         {"solverShift", solver_shift(objective)},
         {"text",
          "the minimizer of F(x) + r(x) + (addedStrength / 2) |x - x_0|^2 + <b, x> over " +
              (is_ball ? "the ball |x| <= " + number_text(domain.radius)
                       : std::string("all of space")) +
              " with b = the noise, for convex losses phi(<u, x>) with Lipschitz phi'; the "
              "search ends where the gradient" +
              (is_ball ? " mapping" : "") +
              " is at most the tolerance, and independent normal "
              "noise of solutionDeviation is added to every coordinate of where it ended; "
              "strongConvexity = regularizerStrength + addedStrength, recordCurvature = "
              "curvatureBound rowBound^2 by enforced bounds; solverShift = 2 tolerance / "
              "(strongConvexity solutionDeviation), how far the search's end can move over its "
              "noise"}});
    entry.set("objective", std::move(stated));
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    RecordReader in = entry.inside("objective");
    auto out = std::make_shared<StatedObjective>();
    stated.rule_details =
        details_of({.strong_convexity = in.number("strongConvexity", NumberRule::positive),
                    .record_curvature = in.number("recordCurvature", NumberRule::not_negative),
                    .tolerance = in.number("tolerance", NumberRule::not_negative),
                    .solution_scale = in.number("solutionDeviation", NumberRule::positive)});
    out->regularizer_strength = in.number("regularizerStrength", NumberRule::not_negative);
    out->added_strength = in.number("addedStrength", NumberRule::not_negative);
    out->solver_shift = in.number("solverShift", NumberRule::not_negative);
    out->curvature_bound = in.number("curvatureBound", NumberRule::not_negative);
    out->row_bound = read_row_bound(in, out->curvature_bound);
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    const PerturbedObjective objective = perturbed_objective(stated.rule_at(0));
    const auto& of = stated.details_as<StatedObjective>();
    findings.expect(stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::renyi &&
                        !stated.draws_batches && stated.release == ReleaseKind::floating &&
                        stated.planned == 1 && stated.notion == Notion::approximate && !stated.clip,
                    place,
                    "a minimizer is released once, with floating Gaussian noise, in Renyi "
                    "divergence, without clipping");
    const double strength = of.added_strength + of.regularizer_strength;
    findings.expect(std::fabs(objective.strong_convexity - strength) <= strength * kUnderstated,
                    place + ".objective.strongConvexity",
                    "is not addedStrength + regularizerStrength");
    findings.compare(place + ".objective.solverShift", of.solver_shift, solver_shift(objective));
    findings.compare(place + ".objective.recordCurvature", objective.record_curvature,
                     of.curvature_bound * of.row_bound * of.row_bound);
    findings.expect(
        of.curvature_bound == 0 || of.row_bound >= stated.feature_bound * (1 - kUnderstated),
        place + ".objective.rowBound", "is below sensitivity.featureBound");
  }

  ReleaseDetails written_details(const Json& entry) const override {
    const Json& objective = entry.member("objective");
    return details_of({.strong_convexity = number_of(objective, "strongConvexity"),
                       .record_curvature = number_of(objective, "recordCurvature"),
                       .tolerance = number_of(objective, "tolerance"),
                       .solution_scale = number_of(objective, "solutionDeviation")});
  }

  std::string plain_words(const Json& entry) const override {
    return noise_words(
        entry, "linear term of an objective, and on its minimizer, over ", "its gradient",
        number_of(entry.member("sensitivity"), "value") / number_of(entry, "batchSize"));
  }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    const HiddenMinimization& hidden = minimization_of(request);
    constexpr double kShare = 0.75;
    const bool has_noise = hidden.linear_scale_ == request.release.noise_scale &&
                           hidden.noise_number_ == exact.releases();
    const double tolerance = perturbed_objective(request.release).tolerance;
    if (has_noise && hidden.gradient_norm_ <= kShare * tolerance) return std::nullopt;
    return Error{ErrorCode::internal, "release",
                 "the hidden minimization did not reach the tolerance that its release rests "
                 "on, or its noise is another's or used up"};
  }

  void answer(const Request& request, Exact& exact) const override {
    const HiddenMinimization& hidden = minimization_of(request);
    exact.value() = hidden.point_ + hidden.solution_noise_;
    exact.charge(request.release);
  }

  /// What the release states must cover the minimization as it was, and the data's own
  /// FiniteSum::rank_one_curvature; slopes are bounded as far as points are allowed.
  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const HiddenMinimization& hidden = minimization_of(request);
    const bool is_covered = cost.unit() == CostUnit::renyi &&
                            request.release.batch_size == exact.data().samples() &&
                            hidden.radius_ <= exact.data().allowed_radius() &&
                            covers(perturbed_objective(request.release),
                                   {.strong_convexity = hidden.strong_convexity(),
                                    .record_curvature = exact.data().rank_one_curvature(),
                                    .tolerance = hidden.gradient_norm_,
                                    .solution_scale = hidden.solution_scale_});
    return is_covered ? cost.renyi(request.release) : kUnproven;
  }

  double renyi(const Release& release, Index samples, double sensitivity,
               double order) const override {
    if (!is_plain_gaussian(release, sensitivity) || !(order > 1)) return kUnproven;
    const double shift = sensitivity / (static_cast<double>(samples) * release.noise_scale);
    return objective_perturbation_renyi(perturbed_objective(release), shift, samples, order);
  }

  double epsilon(const Release& release, Index samples, double sensitivity, double count,
                 double delta) const override {
    if (!is_plain_gaussian(release, sensitivity) || count != 1) return kUnproven;
    const double shift = sensitivity / (static_cast<double>(samples) * release.noise_scale);
    return objective_perturbation_epsilon(perturbed_objective(release), shift, samples, delta);
  }

 private:
  static const HiddenMinimization& minimization_of(const Request& request) {
    return *static_cast<const MinimizerRequest&>(request).minimization;
  }
};

HiddenMinimization::HiddenMinimization(const Regularizer& regularizer, double added_strength,
                                       double smoothness, Vector centre, const Release& release,
                                       double radius)
    : Hidden(MinimizerForm::key()),
      regularizer_(regularizer),
      added_strength_(added_strength),
      radius_(radius),
      linear_scale_(release.noise_scale),
      solution_scale_(perturbed_objective(release).solution_scale),
      centre_(std::move(centre)),
      linear_term_(Vector::Zero(centre_.size())),
      solution_noise_(Vector::Zero(centre_.size())),
      gradient_(centre_.size()) {
  const double mu = strong_convexity();
  step_size_ = 1 / (smoothness + mu);
  const double ratio = std::sqrt(mu * step_size_);  // 1 / sqrt(kappa)
  momentum_ = (1 - ratio) / (1 + ratio);
}

const ReleaseForm* minimizer_form() {
  static const MinimizerForm form;
  return &form;
}

MinimizerRequest minimizer_of(const HiddenMinimization& minimization, const Release& release) {
  MinimizerRequest request;
  request.form = minimizer_form();
  request.release = release;
  request.minimization = &minimization;
  return request;
}

}  // namespace noisy
