#include "engine/privacy/form/pass_mean.h"

#include <cmath>
#include <memory>
#include <utility>

#include "engine/privacy/form/stated_smoothness.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

/// Rounding of a step that was computed from its own limit.
constexpr double kSlack = 1 + 1e-12;

/// What is stated of the steps behind a released mean.
struct StatedPass final : StatedRelease::Details {
  StatedSmoothness smoothness;
  double step_size = 0;
  double strong_convexity = 0;  ///< of the regularizer
};

}  // namespace

double longest_pass_step(double smoothness, double strong_convexity) {
  return 2 / (smoothness + strong_convexity);
}

class PassMeanForm final : public ReleaseForm {
 public:
  PassMeanForm()
      : ReleaseForm({"pass-mean", "Mean of a pass",
                     "The mean point of one pass of gradient steps that nobody sees."}) {}

  static HiddenKey key() { return hidden_key(); }

  bool hides_steps() const override { return true; }
  bool reads_blocks() const override { return true; }
  std::string_view moving_text() const override { return "the mean point"; }
  std::string_view noised_text() const override { return "mean point of a pass"; }
  bool is_named(const DescribedRelease&) const override { return true; }

  double mean_sensitivity(const DescribedRelease& release, double sensitivity) const override {
    return release.release.details[0] * sensitivity;
  }

  std::string mean_text(const DescribedRelease&) const override {
    return "eta S: one record moves one step by at most eta S, and steps of at most 2 / (L + mu) "
           "on "
           "convex losses move no two points apart; with eta = stepSize, L = smoothness = "
           "curvatureBound rowBound^2 by enforced bounds, mu = strongConvexity of the regularizer";
  }

  std::string released_text(const DescribedRelease& release) const override {
    return "the noisy mean point of one pass over each block of records, " +
           std::to_string(release.dimension) +
           " numbers each, and nothing that was computed on the way";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    Json pass = Json::object({{"stepSize", release.release.details[0]}});
    describe_smoothness(release, pass);
    pass.set("strongConvexity", release.release.details[1]);
    entry.set("pass", std::move(pass));
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedPass>();
    RecordReader pass = entry.inside("pass");
    out->step_size = pass.number("stepSize", NumberRule::positive);
    out->smoothness = read_smoothness(pass);
    out->strong_convexity = pass.number("strongConvexity", NumberRule::not_negative);
    stated.rule_details = {out->step_size, out->strong_convexity};
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::rho &&
                        !stated.draws_batches && stated.release == ReleaseKind::floating &&
                        stated.planned == 1,
                    place, "a mean point is released once, with floating Gaussian noise, in rho");
    ReleaseForm::check(stated, place, findings);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedPass>();
    findings.compare(place, stated.mean_sensitivity, of.step_size * stated.sensitivity);
    const double longest = longest_pass_step(of.smoothness.smoothness, of.strong_convexity);
    findings.expect(of.step_size <= longest * (1 + kUnderstated), place,
                    "pass.stepSize is above 2 / (smoothness + strongConvexity)");
    check_smoothness(of.smoothness, "pass", stated, place, findings);
  }

  std::string plain_words(const Json& entry) const override {
    return noise_words(entry, "mean point of one pass over ", "it",
                       number_of(entry.member("sensitivity"), "mean"));
  }
  std::string_view plain_plural() const override { return " mean points of passes over "; }

  std::optional<NoGame> no_game() const override {
    return NoGame{.parameter = "stepSize",
                  .message = "the game has no model of passes over whole blocks of records"};
  }

  std::optional<Error> refusal(const Request& request, const Exact&) const override {
    const HiddenPass& pass = pass_of(request);
    const bool is_of_it = request.release.block == pass.setting_.records &&
                          request.release.details == details_of(pass.setting_);
    if (pass.count_ > 0 && pass.is_done() && !pass.failure_ && is_of_it) return std::nullopt;
    return Error{ErrorCode::internal, "release", "there is no such pass to release the mean of"};
  }

  void answer(const Request& request, Exact& exact) const override {
    const HiddenPass& pass = pass_of(request);
    exact.value() = pass.mean_;
    exact.add_noise(request.release, pass.mean_, exact.value());
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const FiniteSum& data = exact.data();
    const HiddenPass& pass = pass_of(request);
    const Index records = release.block.is_whole() ? data.samples() : release.block.count;
    const double longest =
        longest_pass_step(data.smoothness_bound(), pass.setting_.smooth_part.smoothness());
    const double move = pass.setting_.step_size * data.gradient_bounds().l2;
    const bool is_proven = cost.unit() == CostUnit::rho && data.is_convex() && !data.saddle() &&
                           pass.setting_.step_size <= longest * kSlack &&
                           release.batch_size == records &&
                           release.mechanism == Mechanism::gaussian && !release.is_hardened() &&
                           release.sensitivity == SensitivityRule::uniform &&
                           release.noise_scale > 0 && std::isfinite(move);
    return is_proven ? rho_of_gaussian(move, release.noise_scale) : kUnproven;
  }

 private:
  static const HiddenPass& pass_of(const Request& request) {
    return *static_cast<const PassMeanRequest&>(request).pass;
  }
};

HiddenPass::HiddenPass(PassSetting setting)
    : HiddenWork(PassMeanForm::key()), setting_(std::move(setting)) {}

std::optional<Error> HiddenPass::begin(const Exact& exact) {
  data_ = &exact.data();
  records_.emplace(*data_);
  count_ = setting_.records.is_whole() ? data_->samples() : setting_.records.count;
  point_ = setting_.start;
  setting_.domain.project(point_);
  mean_ = Vector::Zero(point_.size());
  gradient_.resize(point_.size());
  return std::nullopt;
}

void HiddenPass::step() {
  if (!data_->is_allowed(point_)) {
    failure_ = Error{ErrorCode::diverged, "", "the pass is not finite or left the domain"};
    return;
  }
  records_->component_at(setting_.records.first + done_, point_, gradient_);
  setting_.smooth_part.add_gradient(point_, gradient_);
  ++done_;
  mean_ += (point_ - mean_) / static_cast<double>(done_);
  point_ -= setting_.step_size * gradient_;
  setting_.domain.project(point_);
}

bool HiddenPass::advance(ThreadPool& /*pool*/, const Deadline& deadline) {
  constexpr int kStepsPerLook = 64;
  while (!is_done()) {
    for (int i = 0; i < kStepsPerLook && !is_done(); ++i) step();
    if (deadline.passed()) break;
  }
  return is_done();
}

const ReleaseForm* pass_mean_form() {
  static const PassMeanForm form;
  return &form;
}

ReleaseDetails details_of(const PassSetting& setting) {
  return {setting.step_size, setting.smooth_part.smoothness()};
}

PassMeanRequest pass_mean(const HiddenPass& pass, const Release& release) {
  PassMeanRequest request;
  request.form = pass_mean_form();
  request.release = release;
  request.pass = &pass;
  return request;
}

}  // namespace noisy
