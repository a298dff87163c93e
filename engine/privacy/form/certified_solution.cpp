#include "engine/privacy/form/certified_solution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/hardened.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/solution_sensitivity.h"
#include "engine/privacy/release/solved_answer.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/problem/saddle_bounds.h"
#include "engine/record/reader.h"
#include "engine/solver/base/expected_solve.h"
#include "engine/solver/base/lipschitz_check.h"
#include "engine/solver/problem/drawn_sum.h"
#include "engine/solver/problem/less_convex_sum.h"
#include "engine/solver/problem/record_sum.h"

namespace noisy {
namespace {

/// Names of what a release rests on, in statements.
struct Words {
  ReleaseForm::Name name;
  std::string_view noised;   ///< "certified minimizer"
  std::string_view formula;  ///< of how far one record moves it
};

constexpr std::string_view kSaddleFormula =
    "sup |v|_(W^-1) / m + 2 tau over |v| <= S, |v_x| <= S_x, |v_y| <= S_y";
constexpr std::string_view kPrimalFormula =
    "sup (|v_x| / lambda_x + |v|_(W^-1) / sqrt(lambda_x)) / (2 m) + 2 tau / sqrt(lambda_x) over "
    "|v| <= S, |v_x| <= S_x, |v_y| <= S_y";
constexpr std::string_view kDualFormula =
    "sup (|v_y| / lambda_y + |v|_(W^-1) / sqrt(lambda_y)) / (2 m) + 2 tau / sqrt(lambda_y) over "
    "|v| <= S, |v_x| <= S_x, |v_y| <= S_y";

Words words_of(SolutionPart part) {
  switch (part) {
    case SolutionPart::minimizer:
      return {{"certified-minimizer", "Certified minimizer",
               "A regularized minimizer, certified to a distance, whoever found it."},
              "certified minimizer",
              "S / (m lambda) + 2 tau / sqrt(lambda): the exact minimizer of a lambda-strongly "
              "convex mean of m records moves by at most S / (m lambda), and the released one is "
              "certified to be within tau of it in the norm sqrt(lambda) |x|"};
    case SolutionPart::saddle:
      return {{"certified-saddle-point", "Certified saddle point",
               "A regularized saddle point, certified to a distance, whoever found it."},
              "certified saddle point, in the norm of W = diag(lambda_x, lambda_y),",
              kSaddleFormula};
    case SolutionPart::primal:
      return {{"certified-saddle-primal", "Certified saddle point, primal part",
               "x of a regularized saddle point, certified to a distance, whoever found it."},
              "primal part of a certified saddle point",
              kPrimalFormula};
    case SolutionPart::dual:
      break;
  }
  return {{"certified-saddle-dual", "Certified saddle point, dual part",
           "y of a regularized saddle point, certified to a distance, whoever found it."},
          "dual part of a certified saddle point",
          kDualFormula};
}

/// Of solutions whose accuracy is expected.
Words expected_words_of(SolutionPart part) {
  switch (part) {
    case SolutionPart::minimizer:
      return {{"expected-minimizer", "Minimizer of expected accuracy",
               "A regularized minimizer, near the exact one by a theorem on its solver."},
              "minimizer of expected accuracy",
              "S / (m lambda) + 2 tau / sqrt(lambda): the exact minimizer of a lambda-strongly "
              "convex mean of m records moves by at most S / (m lambda), and the released one is "
              "within tau of it in the norm sqrt(lambda) |x|"};
    case SolutionPart::saddle:
      return {{"expected-saddle-point", "Saddle point of expected accuracy",
               "A regularized saddle point, near the exact one by a theorem on its solver."},
              "saddle point of expected accuracy, in the norm of W = diag(lambda_x, lambda_y),",
              kSaddleFormula};
    case SolutionPart::primal:
      return {{"expected-saddle-primal", "Saddle point of expected accuracy, primal part",
               "x of a regularized saddle point, near the exact one by a theorem on its solver."},
              "primal part of a saddle point of expected accuracy",
              kPrimalFormula};
    case SolutionPart::dual:
      break;
  }
  return {{"expected-saddle-dual", "Saddle point of expected accuracy, dual part",
           "y of a regularized saddle point, near the exact one by a theorem on its solver."},
          "dual part of a saddle point of expected accuracy",
          kDualFormula};
}

Words words_of(SolutionPart part, SolutionAccuracy accuracy) {
  return accuracy == SolutionAccuracy::certified ? words_of(part) : expected_words_of(part);
}

/// What is added to the formula where the distance is one of a theorem.
constexpr std::string_view kExpectedText =
    "; that it is within tau holds but for a probability of 2^-100 for each solution, which counts "
    "towards delta, by a theorem on its solver, SVRG, in exact arithmetic, and is not checked";

/// What is stated of the block behind a released solution.
struct StatedSolution final : StatedRelease::Details {
  SolutionBounds bounds;  ///< without S and m, which stand elsewhere
  double numbers = 1;     ///< how many are released
};

SolutionBounds bounds_of(const Release& release) {
  return {.records = static_cast<double>(release.batch_size),
          .primal_weight = release.details[0],
          .dual_weight = release.details[1],
          .distance = release.details[2]};
}

}  // namespace

double solution_sensitivity(SolutionPart part, const SolutionBounds& bounds) {
  if (part == SolutionPart::saddle) return saddle_sensitivity(bounds);
  return part == SolutionPart::dual ? dual_sensitivity(bounds) : primal_sensitivity(bounds);
}

void set_differences(double difference, const SaddleBounds* saddle, SolutionBounds& bounds) {
  bounds.difference = difference;
  bounds.primal_difference = saddle ? saddle->primal_difference : difference;
  bounds.dual_difference = saddle ? saddle->dual_difference : 0;
}

Index released_numbers(SolutionPart part, Index dimension, const SaddleBounds* saddle) {
  if (part == SolutionPart::primal) return saddle->primal_dimension;
  return part == SolutionPart::dual ? saddle->dual_dimension : dimension;
}

/// The block while it is being solved.
class HiddenSolve::Attempt {
 public:
  static Result<std::unique_ptr<Attempt>> make(const SolveSetting& setting, const Exact& exact);

  bool advance(ThreadPool& pool, const Deadline& deadline);
  OutsideStep* awaited_step() const { return solve_ ? solve_->awaited_step() : nullptr; }
  Index evaluations() const {
    const Index solved = expected_ ? expected_->evaluations() : solve_->evaluations();
    return solved + (check_ ? check_->evaluations() : 0);
  }
  Result<CertifiedSolution> result() const;

 private:
  Attempt() = default;
  bool solve(ThreadPool& pool, const Deadline& deadline) {
    return expected_ ? expected_->advance(pool, deadline) : solve_->advance(pool, deadline);
  }
  Result<CertifiedSolution> solved() const {
    return expected_ ? expected_->result() : solve_->result();
  }
  /// f_i
  const ComponentSum& losses() const {
    return drawn_ ? static_cast<const ComponentSum&>(*drawn_) : *sum_;
  }
  void choose_method(const SolveSetting& setting);
  /// The components that a setting is about.
  const ComponentSum& choose_components(const SolveSetting& setting, const Exact& exact);

  std::unique_ptr<FiniteSum> part_;
  std::unique_ptr<RecordSum> sum_;
  std::unique_ptr<DrawnSum> drawn_;
  std::optional<Stream> draws_;  ///< the solver's own
  std::unique_ptr<LessConvexSum> less_convex_;
  std::optional<Block> block_;
  std::unique_ptr<CertifiedSolve> solve_;  ///< one of these two
  std::unique_ptr<ExpectedSolve> expected_;
  std::optional<LipschitzCheck> check_;  ///< of what was found
};

bool HiddenSolve::Attempt::advance(ThreadPool& pool, const Deadline& deadline) {
  if (!check_) {
    if (!solve(pool, deadline)) return false;
    const auto found = solved();
    if (!found) return true;
    check_.emplace(losses(), found->point);
  }
  return check_->advance(deadline);
}

Result<CertifiedSolution> HiddenSolve::Attempt::result() const {
  if (const auto violation = check_ ? check_->violation() : std::nullopt) {
    return std::unexpected(*violation);
  }
  return solved();
}

const ComponentSum& HiddenSolve::Attempt::choose_components(const SolveSetting& setting,
                                                            const Exact& exact) {
  sum_ = std::make_unique<RecordSum>(part_ ? *part_ : exact.data());
  const ComponentSum* chosen = sum_.get();
  if (setting.drawn > 0) {
    drawn_ = std::make_unique<DrawnSum>(*chosen, exact.draw_batch(setting.drawn, draws_));
    chosen = drawn_.get();
  } else {
    draws_ = exact.work_stream();
  }
  if (setting.primal_convexity > 0 || setting.dual_convexity > 0) {
    less_convex_ =
        std::make_unique<LessConvexSum>(*chosen, setting.primal_convexity, setting.dual_convexity);
    chosen = less_convex_.get();
  }
  return *chosen;
}

Result<std::unique_ptr<HiddenSolve::Attempt>> HiddenSolve::Attempt::make(
    const SolveSetting& setting, const Exact& exact) {
  auto out = std::unique_ptr<Attempt>(new Attempt);
  if (!setting.records.is_whole()) {
    out->part_ = exact.data().part(setting.records.first, setting.records.count);
    if (!out->part_) return fail(ErrorCode::out_of_memory, "", "a block of records does not fit");
  }
  const ComponentSum& components = out->choose_components(setting, exact);
  auto block = Block::make(components, {.primal_weight = setting.primal_weight,
                                        .dual_weight = setting.dual_weight,
                                        .centre = setting.centre,
                                        .primal_domain = setting.primal_domain,
                                        .dual_domain = setting.dual_domain,
                                        .start = {}});
  if (!block) return std::unexpected(std::move(block.error()));
  out->block_ = *std::move(block);
  out->choose_method(setting);
  return out;
}

void HiddenSolve::Attempt::choose_method(const SolveSetting& setting) {
  // ||P(c) - z*||_W <= L / sqrt(min lambda), whatever the data.
  const WeightedDistance first{block_->sum().lipschitz() / std::sqrt(block_->least_weight())};
  const WeightedDistance target{setting.distance};
  const bool is_expected = setting.accuracy == SolutionAccuracy::expected;
  if (is_expected && block_->components() >= ExpectedSolve::kLeastComponents) {
    expected_ = std::make_unique<ExpectedSolve>(*block_, *draws_, first, target);
    return;
  }
  solve_ = std::make_unique<CertifiedSolve>(
      *block_, *setting.solver, *draws_,
      CertifiedSolveOptions{.target = target,
                            .first_distance = first,
                            .has_fixed_iterations = setting.has_fixed_iterations || is_expected});
}

std::optional<Error> HiddenSolve::begin(const Exact& exact) {
  auto made = Attempt::make(setting_, exact);
  if (!made) return std::move(made.error());
  attempt_ = *std::move(made);
  return std::nullopt;
}

bool HiddenSolve::advance(ThreadPool& pool, const Deadline& deadline) {
  if (!attempt_->advance(pool, deadline)) return false;
  report_.evaluations = attempt_->evaluations();
  if (auto found = attempt_->result()) {
    solution_ = *std::move(found);
    report_.residual = solution_->residual.value;
    report_.attempts = solution_->attempts;
    report_.is_fallback = solution_->is_fallback;
    report_.complaint = solution_->complaint;
  } else {
    failure_ = std::move(found.error());
  }
  attempt_.reset();  // and with it the block's records
  return true;
}

OutsideStep* HiddenSolve::awaited_step() const {
  return attempt_ ? attempt_->awaited_step() : nullptr;
}

Index HiddenSolve::evaluations() const {
  return attempt_ ? attempt_->evaluations() : report_.evaluations;
}

namespace {

/// Between z and (sqrt(lambda_x) x, sqrt(lambda_y) y), which is what is noised of a pair.
class Stretch {
 public:
  Stretch(const SolveSetting& setting, const Release& release)
      : grid_(release.grid),
        primal_(factor(setting.primal_weight)),
        dual_(factor(setting.dual_weight)) {}

  /// On a grid products are rounded to it once, so that sqrt(numbers) grid is all that rounding
  /// adds to a move.
  void go(Index split, Vector& z) const {
    for (Index j = 0; j < z.size(); ++j) {
      const double by = j < split ? primal_ : dual_;
      z[j] = grid_ > 0 ? product_on_grid(by, z[j], grid_) : by * z[j];
    }
  }
  void go_back(Index split, Vector& z) const {
    z.head(split) *= 1 / primal_;
    z.tail(z.size() - split) *= 1 / dual_;
  }

 private:
  /// The root; on a grid less than it, so that no move is longer than in the norm of W.
  double factor(double weight) const {
    constexpr double kDown = 1 - 0x1p-52;
    return grid_ > 0 ? std::sqrt(weight) * kDown : std::sqrt(weight);
  }

  double grid_;
  double primal_;
  double dual_;
};

}  // namespace

/// One record moves a part of the certified solution of its block by at most the sensitivity of
/// solution_sensitivity.h, and leaves other blocks as they are: (move / sigma)^2 / 2 in rho.
class CertifiedSolutionForm final : public ReleaseForm, public SolvedAnswer {
 public:
  CertifiedSolutionForm(SolutionPart part, SolutionAccuracy accuracy)
      : ReleaseForm(words_of(part, accuracy).name),
        part_(part),
        accuracy_(accuracy),
        words_(words_of(part, accuracy)) {}

  static HiddenKey key() { return hidden_key(); }

  SolutionPart part() const { return part_; }
  SolutionAccuracy accuracy() const { return accuracy_; }

  bool hides_steps() const override { return true; }
  bool reads_blocks() const override { return true; }
  /// The classic rule of Gaussian noise costs less than was asked for.
  bool may_cost_less() const override { return true; }
  std::string_view moving_text() const override { return "the solution"; }
  std::string_view noised_text() const override { return words_.noised; }
  bool is_named(const DescribedRelease&) const override { return true; }

  double mean_sensitivity(const DescribedRelease& release, double sensitivity) const override {
    SolutionBounds bounds = bounds_of(release.release);
    set_differences(sensitivity, release.saddle, bounds);
    return solution_sensitivity(part_, bounds);
  }

  std::string mean_text(const DescribedRelease&) const override {
    std::string text(words_.formula);
    if (accuracy_ == SolutionAccuracy::expected) text += kExpectedText;
    return text;
  }

  std::string released_text(const DescribedRelease& release) const override {
    return "the noisy solution of each block of records, " +
           std::to_string(released_numbers(part_, release.dimension, release.saddle)) +
           " numbers each, and nothing that was computed on the way";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    SolutionBounds bounds = bounds_of(release.release);
    set_differences(release.bounds.l2, release.saddle, bounds);
    Json solution =
        Json::object({{"numbers", released_numbers(part_, release.dimension, release.saddle)},
                      {"primalWeight", bounds.primal_weight},
                      {"distance", bounds.distance}});
    if (release.saddle) {
      solution.set("dualWeight", bounds.dual_weight);
      solution.set("primalDifference", bounds.primal_difference);
      solution.set("dualDifference", bounds.dual_difference);
    }
    entry.set("solution", std::move(solution));
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    RecordReader in = entry.inside("solution");
    auto out = std::make_shared<StatedSolution>();
    out->numbers = in.number("numbers", NumberRule::count);
    out->bounds.primal_weight = in.number("primalWeight", NumberRule::positive);
    out->bounds.distance = in.number("distance", NumberRule::positive);
    if (part_ != SolutionPart::minimizer) {
      out->bounds.dual_weight = in.number("dualWeight", NumberRule::positive);
      out->bounds.primal_difference = in.number("primalDifference", NumberRule::not_negative);
      out->bounds.dual_difference = in.number("dualDifference", NumberRule::not_negative);
    }
    stated.rule_details = {out->bounds.primal_weight, out->bounds.dual_weight,
                           out->bounds.distance};
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::rho &&
                        !stated.draws_batches && stated.planned == 1,
                    place, "a solution is released once, with Gaussian noise, in rho");
    ReleaseForm::check(stated, place, findings);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedSolution>();
    SolutionBounds bounds = of.bounds;
    bounds.records = stated.batch_size;
    bounds.difference = stated.sensitivity;
    if (part_ == SolutionPart::minimizer) bounds.primal_difference = stated.sensitivity;
    findings.compare(place, stated.mean_sensitivity, solution_sensitivity(part_, bounds));
    findings.expect(of.numbers <= stated.dimension, place,
                    "more numbers are released than a point has");
  }

  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    const auto& of = stated.details_as<StatedSolution>();
    const bool is_known = stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::rho;
    if (!is_known) return kUnproven;
    return rho_of_gaussian(stated.mean_sensitivity + std::sqrt(of.numbers) * noise.grid,
                           noise.scale);
  }

  std::string plain_words(const Json& entry) const override {
    return noise_words(entry, std::string(words_.noised) + " of ", "it",
                       number_of(entry.member("sensitivity"), "mean"));
  }
  std::string_view plain_plural() const override { return " solutions of blocks of "; }

  void equalize(const Request& request, const FiniteSum& data, Vector& answer) const override {
    if (part_ != SolutionPart::saddle) return;
    Stretch(solve_of(request).setting_, request.release)
        .go(data.saddle()->primal_dimension, answer);
  }

  std::optional<Error> refusal(const Request& request, const Exact&) const override {
    const HiddenSolve& solve = solve_of(request);
    const bool is_of_it = solve.setting_.accuracy == accuracy_ &&
                          request.release.block == solve.setting_.records &&
                          request.release.details == details_of(solve.setting_);
    if (solve.solution_ && is_of_it) return std::nullopt;
    return Error{ErrorCode::internal, "release", "there is no such solution to release"};
  }

  void answer(const Request& request, Exact& exact) const override {
    const HiddenSolve& solve = solve_of(request);
    const Vector& z = solve.solution_->point;
    const SaddleBounds* saddle = exact.data().saddle();
    const Index split = saddle ? saddle->primal_dimension : z.size();
    Vector& out = exact.value();
    if (part_ == SolutionPart::primal) {
      out = z.head(split);
    } else if (part_ == SolutionPart::dual) {
      out = z.tail(z.size() - split);
    } else {
      out = z;
    }
    if (part_ != SolutionPart::saddle) return exact.add_noise(request.release, z, out);
    const Stretch stretch(solve.setting_, request.release);
    stretch.go(split, out);
    exact.add_noise(request.release, z, out);
    stretch.go_back(split, out);
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const bool is_known = cost.unit() == CostUnit::rho && exact.data().is_convex() &&
                          release.mechanism == Mechanism::gaussian &&
                          release.sensitivity == SensitivityRule::uniform &&
                          release.noise_scale > 0;
    const double move = is_known ? sensitivity(solve_of(request), exact.data()) : kUnproven;
    if (!std::isfinite(move) || !counts_records(release, exact.data())) return kUnproven;
    const auto numbers = static_cast<double>(
        released_numbers(part_, exact.data().dimension(), exact.data().saddle()));
    return rho_of_gaussian(move + std::sqrt(numbers) * release.grid, release.noise_scale);
  }

 private:
  static const HiddenSolve& solve_of(const Request& request) {
    return *static_cast<const CertifiedSolutionRequest&>(request).solve;
  }

  static bool counts_records(const Release& release, const FiniteSum& data) {
    return release.batch_size == (release.block.is_whole() ? data.samples() : release.block.count);
  }

  /// By the data's own bounds and by what was solved.
  double sensitivity(const HiddenSolve& solve, const FiniteSum& data) const {
    const SolveSetting& setting = solve.setting_;
    const SaddleBounds* saddle = data.saddle();
    if ((saddle == nullptr) != (part_ == SolutionPart::minimizer)) return kUnproven;
    const double primal = saddle ? saddle->primal_modulus : data.record_convexity();
    const double dual = saddle ? saddle->dual_modulus : 0;
    if (setting.primal_convexity > primal || setting.dual_convexity > dual) return kUnproven;
    if (setting.drawn > 0) return kUnproven;  // of other records than the release says
    const auto records = setting.records.is_whole() ? data.samples() : setting.records.count;
    SolutionBounds bounds{.records = static_cast<double>(records),
                          .primal_weight = setting.primal_weight,
                          .dual_weight = setting.dual_weight,
                          .distance = setting.distance};
    set_differences(data.gradient_bounds().l2, saddle, bounds);
    return solution_sensitivity(part_, bounds);
  }

  SolutionPart part_;
  SolutionAccuracy accuracy_;
  Words words_;
};

HiddenSolve::HiddenSolve(SolveSetting setting)
    : HiddenWork(CertifiedSolutionForm::key()), setting_(std::move(setting)) {}

HiddenSolve::~HiddenSolve() = default;

const ReleaseForm* certified_solution_form(SolutionPart part, SolutionAccuracy accuracy) {
  using enum SolutionPart;
  using enum SolutionAccuracy;
  static const std::array<CertifiedSolutionForm, 8> forms = {{{minimizer, certified},
                                                              {saddle, certified},
                                                              {primal, certified},
                                                              {dual, certified},
                                                              {minimizer, expected},
                                                              {saddle, expected},
                                                              {primal, expected},
                                                              {dual, expected}}};
  const auto found = std::ranges::find_if(forms, [&](const CertifiedSolutionForm& form) {
    return form.part() == part && form.accuracy() == accuracy;
  });
  return &*found;
}

ReleaseDetails details_of(const SolveSetting& setting) {
  return {setting.primal_weight, setting.dual_weight, setting.distance};
}

CertifiedSolutionRequest certified_solution(const HiddenSolve& solve, const Release& release) {
  CertifiedSolutionRequest request;
  request.form = release.form;
  request.release = release;
  request.solve = &solve;
  return request;
}

}  // namespace noisy
