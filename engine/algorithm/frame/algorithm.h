#pragma once

#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/algorithm/frame/budget_rule.h"
#include "engine/algorithm/frame/rate_law.h"
#include "engine/algorithm/frame/run.h"
#include "engine/algorithm/frame/step_column.h"
#include "engine/math/evaluations.h"
#include "engine/math/row_pass.h"
#include "engine/privacy/notion.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/gradient_bounds.h"
#include "engine/problem/parameter.h"
#include "engine/problem/registry.h"
#include "engine/problem/saddle_bounds.h"

namespace noisy {

class QueryFamily;

/// What the experiment asks of privacy.
struct PrivacyRequest {
  Notion notion = Notion::pure;
  double epsilon = 0;                  ///< pure, approximate
  double delta = 0;                    ///< approximate
  double rho = 0;                      ///< zcdp
  std::optional<Mechanism> mechanism;  ///< absent: auto
  Neighbours neighbours = Neighbours::replace_one;
  Calibration calibration = Calibration::tight;
  std::optional<double> noise_constant;  ///< c of the calibration `paper`; absent: the proven one
  ReleaseKind release = ReleaseKind::floating;
};

/// The Kurdyka-Lojasiewicz condition F(x) - F* <= (gamma ||grad F(x)||)^kappa, where one is known
/// to hold, or is assumed to. Utility rests on it, privacy never does.
struct KlFacts {
  double exponent = 0;  ///< kappa >= 1; 0 when none is known
  double constant = 0;  ///< gamma > 0
  /// w with F + (w/2) ||x||^2 convex; infinity when none is known.
  double weak_convexity = std::numeric_limits<double>::infinity();
  std::string source;  ///< one sentence for the user: where they follow from

  bool is_known() const { return exponent >= 1 && constant > 0; }
};

/// Everything a plan may know of the problem. PUBLIC unless `reasons` say what is not.
struct RiskFacts {
  Index samples = 0;            ///< n
  Index dimension = 0;          ///< d
  double smoothness = 0;        ///< L of the whole objective, smooth regularizer included
  double loss_smoothness = 0;   ///< L of F alone
  double smoothness_bound = 0;  ///< L of F by enforced bounds: what privacy may rest on
  double strong_convexity = 0;  ///< mu of the whole objective
  double pl_constant = 0;       ///< mu with |grad F|^2 >= 2 mu (F - F*), 0 when none is known
  double l1_sensitivity = 0;    ///< S_1 of one record's gradient; infinity when unbounded
  double l2_sensitivity = 0;    ///< S_2
  double linf_sensitivity = std::numeric_limits<double>::infinity();  ///< S_inf
  KlFacts kl;
  /// FiniteSum::bounds_within of the problem, while that lives: for planning.
  std::function<RegionBounds(double radius)> bounds_within;
  /// FiniteSum::rank_one_curvature, L_1 of one record; infinity when it is not known.
  double record_curvature = std::numeric_limits<double>::infinity();
  QuadraticBounds quadratic;     ///< FiniteSum::quadratic_bounds
  bool is_convex = false;        ///< every record's loss is convex
  double record_convexity = 0;   ///< FiniteSum::record_convexity
  bool has_parts = false;        ///< records can be taken apart into blocks (FiniteSum::part)
  bool clips_gradients = false;  ///< record gradients are not those of the objective
  /// Of a saddle problem; its "gradient" is the operator (grad_x F, -grad_y F).
  std::optional<SaddleBounds> saddle;
  std::shared_ptr<const QueryFamily> queries;  ///< of a problem of synthetic data, else null
  /// FiniteSum::summation_error of the problem, while that lives: for planning. Infinity: there are
  /// no hardened releases.
  std::function<double(Index records)> summation_error = math::mean_rounding_error;
  double distance = 1;               ///< a public guess of ||x_0 - x_*||
  double initial_gap = 10;           ///< E_0, a public guess of F(x_0) - F*
  double typical_gap_share = 1;      ///< of E_0 on records like most: TypicalProblem
  std::vector<std::string> reasons;  ///< what was computed from the data, a sentence each
  /// What is the word of an author outside the engine and takes `certified` away, a sentence each.
  std::vector<std::string> believed;

  bool reads_data() const { return !reasons.empty(); }
};

/// What the noise of a pure-DP plan guarantees besides, when a small delta is allowed.
struct ApproximateClaim {
  double epsilon = 0;
  double delta = 0;
};

/// What a plan promises. The statement describes exactly what the run will do.
///
/// The figures are what the noise of all planned releases costs. They are a guarantee only where
/// the claim promises something; where it does not, nobody is shown them.
struct PrivacyClaim {
  Notion notion = Notion::pure;
  Neighbours neighbours = Neighbours::replace_one;  ///< those that its releases are charged for
  Guarantee guarantee = Guarantee::not_private;
  double epsilon = 0;
  double delta = 0;
  double rho = 0;
  /// The same noise by Renyi accounting; pure only.
  std::optional<ApproximateClaim> approximate;
  ReleaseKind release = ReleaseKind::floating;
  std::vector<std::string> reasons;  ///< what takes away from the promise
  std::string statement;

  bool promises() const { return noisy::promises(guarantee); }
  /// The calibration is proven for what was asked for.
  bool certified() const { return promises() && reasons.empty(); }
};

/// Consecutive steps with the same step size and the same kind of release.
struct PlanSegment {
  Index first = 1;  ///< iteration number of the first step
  Index count = 0;
  double step_size = 0;
  double momentum = 0;
  Release first_release;
  Release last_release;
};

/// A quantity along the iterations, sampled at a few hundred points.
struct Curve {
  std::vector<double> iteration;
  std::vector<double> value;
};

/// What can be shown and costed before anything runs.
struct PlanSummary {
  Index iterations = 0;             ///< gradient releases
  double gradient_evaluations = 0;  ///< per-record gradients of one run
  PrivacyClaim claim;
  std::vector<PlanSegment> segments;
  ParameterSet parameters;            ///< resolved: defaults filled in
  std::vector<std::string> warnings;  ///< what to take care of, one sentence each
  std::vector<std::string> notes;     ///< what the plan rests on and assumes, one sentence each
  /// What is proven or estimated of the output's error is above the error of every point.
  bool is_error_unknown = false;
  Curve noise_scale;     ///< b_t
  Curve cost;            ///< epsilon_t (or rho_t)
  Curve noise_floor;     ///< the part of `bound` that is noise
  Curve bound;           ///< the theorem's bound on E F(x_t) - F*, empty when there is none
  Curve gradient_bound;  ///< a theorem's bound on E |grad F(x_J)|^2 by T, empty when there is none
  /// What a guess in the form of a bound ends at, where no theorem is known; NaN without one.
  double guessed_end = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> level_counts;  ///< steps of each level, where steps have public levels
  Curve horizon_score;               ///< J(tau) of the horizon selection, empty when not selected
  bool score_is_guess = false;       ///< no theorem stands behind horizon_score
};

struct PlanInput;

/// A plan: a pure function of the experiment and public facts. It outlives its runs.
class AlgorithmPlan {
 public:
  virtual ~AlgorithmPlan() = default;
  virtual const PlanSummary& summary() const = 0;
  /// What it knows of its releases, and the most that they may cost.
  virtual const BudgetRule& rule() const = 0;
  /// Whether the oracle adds the smooth regularizer's gradient to what it releases; else the run
  /// applies the regularizer itself.
  virtual bool adds_regularizer() const { return true; }
  /// Whether the run asks for exact gradients beside its releases, so that nothing is certified.
  virtual bool leaks() const { return false; }
  /// The theorem that is about this plan, where there is one.
  ///
  /// @param input  what it was planned from
  virtual std::optional<RateLaw> rate_law(const PlanInput& /*input*/) const { return std::nullopt; }
  virtual Run start(GradientOracle& data, Vector start) const = 0;
};

/// What planning an algorithm needs.
struct PlanInput {
  RiskFacts facts;
  PrivacyRequest privacy;
  ParameterSet parameters;
  Regularizer regularizer;  ///< r
  Domain domain;            ///< C
  /// Counts what planning takes: scores and bounds at a number of steps, costs of a step, Renyi
  /// divergences. Copies count together.
  std::shared_ptr<math::Evaluations> work = std::make_shared<math::Evaluations>();
};

/// What an algorithm does with a regularizer and a domain.
enum class TermUse {
  smooth_only,       ///< adds the gradient of a smooth regularizer; knows no domain
  proximal,          ///< applies their proximal map
  domain_only,       ///< works in a domain, without regularizer
  smooth_in_domain,  ///< works in a domain, and adds the gradient of a smooth regularizer
  smooth_in_ball,    ///< the same on all of space or in an l2-ball, no matter which
  simplices,         ///< draws vertices of simplices, without regularizer
  queries            ///< makes synthetic data that answer queries, without regularizer
};

/// Which problems an algorithm is for: min over x of F(x), or min over x, max over y of F(x, y).
enum class ProblemUse { minimizes, saddles, both };

/// Where a method of steps along noisy gradients asks for them: the plans of such a method can be
/// played (experiment/plan/outlook.h), since their segments are all there is to know of them.
enum class GradientsAt {
  elsewhere,  ///< or it does more than such steps
  iterate,    ///< x_t
  ahead       ///< x_t + beta (x_t - x_{t-1})
};

/// A catalogue entry: everything that is known about an algorithm, written once.
struct AlgorithmEntry {
  std::string id;
  std::string title;
  std::string paper;    ///< the paper that introduced or analysed it
  std::string theorem;  ///< the statements that the plan rests on
  std::string summary;  ///< two sentences for a newcomer
  bool is_private = true;
  bool leaks = false;          ///< it adds noise, but every plan reads the data beside it
  bool draws_batches = false;  ///< even where the file states no batch size
  ProblemUse problem_use = ProblemUse::minimizes;
  TermUse term_use = TermUse::smooth_only;
  GradientsAt gradients_at = GradientsAt::elsewhere;
  /// Names of the views that its steps tell (StepView): which diagnostics of steps it has.
  std::vector<std::string_view> tells;
  /// What its steps tell everybody (PublicStep): columns of its traces.
  std::vector<StepColumn> columns;
  std::vector<Notion> notions;
  std::vector<Neighbours> neighbours;
  std::vector<Mechanism> mechanisms;
  bool plans_without_smoothness = false;  ///< also where RiskFacts::smoothness is infinite
  bool asks_at_origin = false;            ///< needs RiskFacts::quadratic in place of S_1 and S_2
  std::vector<std::string> needs;         ///< of the problem: "strong convexity", "smoothness", ...
  std::string guarantee;                  ///< one sentence
  std::vector<ParameterSpec> parameters;
  Result<std::unique_ptr<AlgorithmPlan>> (*plan)(const PlanInput& input) = nullptr;
  Origin origin = Origin::engine;  ///< register_algorithm() says which
};

/// Whether its steps tell this view.
bool tells(const AlgorithmEntry& algorithm, std::string_view view);

/// All algorithms, in the order in which a catalogue shows them: built-in ones, those without a
/// guarantee last, then those from outside.
const std::deque<AlgorithmEntry>& algorithms();

/// The entry with this id, or null.
const AlgorithmEntry* find_algorithm(std::string_view id);

/// Takes an algorithm of another program: from then on catalogue, plans, runs, statements, their
/// checks and audits know it as any other. Its claims may be certified, because the oracle
/// recomputes the cost of every release that it asks for. At any time at which no other thread uses
/// the engine (Registry).
///
/// @error invalid-value at "id" when it is none or taken, at "title", "plan", "notions",
///        "parameters" or "columns" when these are missing or cannot be used
Result<void> register_algorithm(AlgorithmEntry entry);

}  // namespace noisy
