#include "engine/privacy/form/drawn_solution.h"

#include <cmath>
#include <memory>

#include "engine/privacy/accountant/sampled_renyi.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/hockey_stick_account.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

/// What is stated of the problems behind the releases.
struct StatedSolve final : StatedRelease::Details {
  double weight = 0;
  double distance = 0;
};

/// nu of details_of(SolveSetting), whose distance is in the norm of W = lambda I.
double distance_of(const Release& release) {
  return release.details[2] / std::sqrt(release.details[0]);
}

/// Of one weight and nu.
ReleaseDetails details_with(double weight, double distance) {
  return {weight, weight, distance * std::sqrt(weight)};
}

double move_of(const Release& release, double sensitivity) {
  return drawn_solution_move(sensitivity, static_cast<double>(release.batch_size),
                             release.details[0], distance_of(release));
}

}  // namespace

double drawn_solution_move(double sensitivity, double records, double weight, double distance) {
  return sensitivity / (weight * records) + 2 * distance;
}

class DrawnSolutionForm final : public ReleaseForm, public HockeyStickAccount {
 public:
  DrawnSolutionForm()
      : ReleaseForm({"drawn-saddle-point", "Saddle point of a batch",
                     "A regularized saddle point of drawn records, certified to a distance."}) {}

  bool hides_steps() const override { return true; }
  std::string_view moving_text() const override { return "the saddle point of the batch"; }
  std::string_view noised_text() const override { return "certified saddle point of a batch"; }

  double mean_sensitivity(const DescribedRelease& release, double sensitivity) const override {
    return move_of(release.release, sensitivity);
  }

  std::string mean_text(const DescribedRelease&) const override {
    return "S / (weight m) + 2 distance: the exact saddle point of the batch moves by at most "
           "S / (weight m), and the released one is certified to be within distance of it";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    entry.set("solution", Json::object({{"weight", release.release.details[0]},
                                        {"distance", distance_of(release.release)}}));
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    RecordReader in = entry.inside("solution");
    auto out = std::make_shared<StatedSolve>();
    out->weight = in.number("weight", NumberRule::positive);
    out->distance = in.number("distance", NumberRule::positive);
    stated.rule_details = details_with(out->weight, out->distance);
    stated.details = std::move(out);
  }

  ReleaseDetails written_details(const Json& entry) const override {
    const Json& solution = entry.member("solution");
    return details_with(number_of(solution, "weight"), number_of(solution, "distance"));
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedSolve>();
    findings.compare(
        place, stated.mean_sensitivity,
        drawn_solution_move(stated.sensitivity, stated.batch_size, of.weight, of.distance));
  }

  std::string plain_words(const Json& entry) const override {
    return noise_words(entry, std::string(noised_text()) + " of ", "it",
                       number_of(entry.member("sensitivity"), "mean"));
  }
  std::string_view plain_plural() const override { return " saddle points of batches of "; }

  std::optional<NoGame> no_game() const override {
    return NoGame{.parameter = "regularization",
                  .message = "the game has no model of solutions of whole batches of records"};
  }

  std::optional<Error> refusal(const Request& request, const Exact&) const override {
    const HiddenSolve& solve = solve_of(request);
    const SolveSetting& setting = solve.setting_;
    const bool is_of_it = request.release.batch_size == setting.drawn &&
                          request.release.details == details_of(setting) &&
                          setting.primal_weight == setting.dual_weight;
    if (solve.solution_ && is_of_it) return std::nullopt;
    return Error{ErrorCode::internal, "release", "there is no such solution to release"};
  }

  void answer(const Request& request, Exact& exact) const override {
    const Vector& z = solve_of(request).solution_->point;
    exact.value() = z;
    exact.add_noise(request.release, z, exact.value());
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const SolveSetting& setting = solve_of(request).setting_;
    const bool has_own = setting.primal_convexity > 0 || setting.dual_convexity > 0;
    const bool is_known = cost.unit() == CostUnit::renyi && exact.data().is_convex() &&
                          exact.data().saddle() && !has_own;
    return is_known ? cost.renyi(request.release) : kUnproven;
  }

  double renyi(const Release& release, Index samples, double sensitivity,
               double order) const override {
    const bool is_known = is_plain_gaussian(release, sensitivity) && order > 1 &&
                          release.details[0] > 0 && release.details[2] >= 0;
    if (!is_known) return kUnproven;
    const double rate = static_cast<double>(release.batch_size) / static_cast<double>(samples);
    return sampled_gaussian_renyi(release.noise_scale / move_of(release, sensitivity), rate, order,
                                  SampledPair::exchanged);
  }

  double epsilon(const Release& release, Index samples, double sensitivity, double count,
                 double delta) const override {
    const bool is_known = is_plain_gaussian(release, sensitivity) && release.details[0] > 0 &&
                          release.details[2] >= 0;
    if (!is_known) return kUnproven;
    return drawn_batches_epsilon(release, samples, move_of(release, sensitivity),
                                 BatchSampling::without_replacement, count, delta);
  }

 private:
  static const HiddenSolve& solve_of(const Request& request) {
    return *static_cast<const CertifiedSolutionRequest&>(request).solve;
  }
};

const ReleaseForm* drawn_solution_form() {
  static const DrawnSolutionForm form;
  return &form;
}

CertifiedSolutionRequest drawn_solution(const HiddenSolve& solve, const Release& release) {
  CertifiedSolutionRequest request;
  request.form = drawn_solution_form();
  request.release = release;
  request.solve = &solve;
  return request;
}

}  // namespace noisy
