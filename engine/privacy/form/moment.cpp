#include "engine/privacy/form/moment.h"

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "engine/json/lookup.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/hidden_answer.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/problem/symmetric_spectrum.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

/// The part of a statement that D and what it follows from are.
constexpr const char* kMoment = "moment";

struct MomentWords {
  ReleaseForm::Name name;
  std::string_view noised;  ///< what has the noise
  std::string_view plural;
  std::string_view move;   ///< D by the fields of the statement, where a record is replaced
  std::string_view whole;  ///< the same where it is zeroed out
};

constexpr MomentWords kWords[] = {
    {{"least-eigenvalue", "Least eigenvalue",
      "The least eigenvalue of the mean of u u' over all records, one number."},
     "least eigenvalue of the second moments",
     " least eigenvalues of second moments of ",
     "recordCurvature",
     "recordCurvature"},
    {{"second-moments", "Second moments", "The mean of u u' over all records, a matrix."},
     "second moments",
     " second moments of ",
     "sqrt(2) recordCurvature, or recordCurvature for a single feature",
     "recordCurvature"},
    {{"first-moments", "First moments", "The mean of y u over all records."},
     "first moments",
     " first moments of ",
     "sensitivity.value",
     "sensitivity.value"}};

const MomentWords& words_of(MomentPart part) {
  return kWords[static_cast<std::size_t>(part)];
}

struct StatedMoment final : StatedRelease::Details {
  double move = 0;
  double curvature_bound = 0;  ///< c
  double row_bound = 0;        ///< sup ||u||_2
  double numbers = 1;
};

QuadraticBounds bounds_of(const Release& release) {
  return {.curvature = release.details[0], .slope = release.details[1]};
}

}  // namespace

void HiddenMoments::step() {
  if (is_whole()) return;
  if (taken_ == 0) {
    origin_ = gradient_;
  } else {
    columns_.col(taken_ - 1) = gradient_ - origin_;
    point_[taken_ - 1] = 0;
  }
  if (taken_ < point_.size()) point_[taken_] = 1;
  ++taken_;
}

Eigen::MatrixXd HiddenMoments::second() const {
  return 0.5 * (columns_ + columns_.transpose());
}

class MomentForm final : public ReleaseForm, public HiddenAnswer {
 public:
  explicit MomentForm(MomentPart part) : ReleaseForm(words_of(part).name), part_(part) {}

  static HiddenKey key() { return hidden_key(); }

  bool is_named(const DescribedRelease&) const override { return true; }
  bool is_at_origin() const override { return true; }
  bool is_proven_for(Neighbours neighbours) const override {
    return neighbours != Neighbours::add_remove;
  }
  std::string_view moving_text() const override { return words_of(part_).noised; }
  std::string_view noised_text() const override { return words_of(part_).noised; }
  std::string_view plain_plural() const override { return words_of(part_).plural; }

  double mean_sensitivity(const DescribedRelease& release, double) const override {
    const double move = move_of(release);
    const double records = static_cast<double>(release.samples);
    if (!release.is_hardened()) return move / records;
    const GridQuery query = query_of(release.release, release.dimension, move, release.samples);
    return query.l2(move) * query.grid -
           std::sqrt(static_cast<double>(query.dimension)) * query.grid;
  }

  std::string mean_text(const DescribedRelease& release) const override {
    const std::string text = "D / n with D = moment.move";
    return release.is_hardened() ? text + ", and what rounding adds to it" : text;
  }

  std::string noise_text(const DescribedRelease& release) const override {
    const bool is_one = part_ == MomentPart::least_eigenvalue;
    const std::string text = std::string(noise_of(release.release.mechanism).scale_text) +
                             ", added to " + (is_one ? "the " : "every number of the ") +
                             std::string(noised_text());
    if (part_ != MomentPart::second) return text;
    return text + ": the upper triangle, the entries beside the diagonal times sqrt(2)";
  }

  std::string_view grid_text() const override {
    return ", as an integer on a power-of-two grid to which the number is rounded (discrete noise, "
           "drawn exactly)";
  }

  std::string cost_formula(const DescribedRelease& release) const override {
    return release.is_hardened()
               ? "rho_t = (D_t / sigma_t)^2 / 2, D_t = mean + sqrt(moment.numbers) grid_t"
               : "rho_t = (mean / sigma_t)^2 / 2";
  }

  std::string released_text(const DescribedRelease& release) const override {
    return "everything made from noisy moments of the records, such as the solution, and these "
           "themselves" +
           also_released_text(release);
  }
  std::string also_released_text(const DescribedRelease& release) const override {
    const Index numbers = moment_numbers(part_, release.dimension);
    return ", the " + std::string(noised_text()) + " (" + std::to_string(numbers) +
           (numbers == 1 ? " number)" : " numbers)");
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    const double curvature = bounds_of(release.release).curvature;
    const bool is_zeroed = release.neighbours == Neighbours::zero_out;
    const MomentWords& words = words_of(part_);
    entry.set(
        kMoment,
        Json::object(
            {{"move", move_of(release)},
             {"numbers", moment_numbers(part_, release.dimension)},
             {"recordCurvature", curvature},
             {"curvatureBound", release.curvature},
             {"rowBound", std::sqrt(curvature / release.curvature)},
             {"text", "move: how far one record moves n times the " + std::string(words.noised) +
                          " in l2; it is " + std::string(is_zeroed ? words.whole : words.move) +
                          "; recordCurvature = curvatureBound rowBound^2 by enforced bounds"}}));
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    RecordReader in = entry.inside(kMoment);
    auto out = std::make_shared<StatedMoment>();
    out->move = in.number("move", NumberRule::positive);
    out->numbers = in.number("numbers", NumberRule::count);
    out->curvature_bound = in.number("curvatureBound", NumberRule::positive);
    out->row_bound = in.number("rowBound", NumberRule::positive);
    stated.rule_details = {in.number("recordCurvature", NumberRule::positive)};
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(
        is_as_proven(stated) && stated.norm == RowNorm::l2 && stated.planned == 1 && !stated.clip,
        place,
        "moments are released once, of all records, with Gaussian noise of uniform "
        "sensitivity in l2, in rho, without clipping");
    const auto& of = stated.details_as<StatedMoment>();
    const std::string here = place + "." + kMoment;
    constexpr double kMostDimensions = 0x1p31;  // their pairs can be counted
    if (!(stated.dimension <= kMostDimensions)) {
      findings.expect(false, place, "no problem has so many dimensions");
      return;
    }
    const auto dimension = static_cast<Index>(stated.dimension);
    const double curvature = stated.rule_details[0];
    findings.compare(here + ".recordCurvature", curvature,
                     of.curvature_bound * of.row_bound * of.row_bound);
    findings.compare(here + ".rowBound", of.row_bound, stated.feature_bound);
    const QuadraticBounds bounds{.curvature = curvature,
                                 .slope = stated.sensitivity / changed_records(stated.neighbours)};
    findings.compare(here + ".move", of.move,
                     moment_move(part_, bounds, dimension, stated.neighbours));
    findings.expect(of.numbers == static_cast<double>(moment_numbers(part_, dimension)),
                    here + ".numbers", "is not how many numbers there are in so many dimensions");
    if (stated.release != ReleaseKind::hardened) return;
    findings.expect(part_ != MomentPart::least_eigenvalue, place,
                    "nothing is proven of the rounding of an eigenvalue");
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const double mean = stated.details_as<StatedMoment>().move / stated.samples;
    if (stated.release == ReleaseKind::floating) {
      findings.compare(place, stated.mean_sensitivity, mean);
    } else {
      findings.expect(stated.mean_sensitivity >= mean * (1 - kUnderstated), place,
                      "understated: less than moment.move / samples");
    }
  }

  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    if (!is_as_proven(stated)) return kUnproven;
    const double numbers = stated.details_as<StatedMoment>().numbers;
    return rho_of_gaussian(stated.mean_sensitivity + std::sqrt(numbers) * noise.grid, noise.scale);
  }

  ReleaseDetails written_details(const Json& entry) const override {
    return {number_of(entry.member(kMoment), "recordCurvature")};
  }

  std::string plain_words(const Json& entry) const override {
    const double samples = number_of(entry, "samples");
    return "Gaussian noise on the " + std::string(noised_text()) + " of all " +
           number_text(samples) + " records; one record moves them by " +
           figure_text(number_of(entry.member(kMoment), "move") / samples) + " in l2 at most";
  }

  double reach(const Release&) const override { return std::numeric_limits<double>::infinity(); }

  /// What the passes would find on that data set.
  Vector noiseless(const Request& request, const Regularizer&,
                   const GradientAt& gradient_at) const override {
    HiddenMoments moments(moments_of(request).point_.size());
    while (!moments.is_whole()) {
      gradient_at(moments.point_, moments.gradient_);
      moments.step();
    }
    return part_of(moments);
  }

  std::optional<Error> refusal(const Request& request, const Exact&) const override {
    if (moments_of(request).is_whole()) return std::nullopt;
    return Error{ErrorCode::internal, "release",
                 "the moments that are to be released were not taken: advance them first"};
  }

  void answer(const Request& request, Exact& exact) const override {
    exact.value() = part_of(moments_of(request));
    exact.add_noise(request.release, exact.value(), exact.value());
  }

  /// By the data's own bounds, which those of the release must cover.
  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const FiniteSum& data = exact.data();
    const bool is_known = cost.unit() == CostUnit::rho &&
                          release.mechanism == Mechanism::gaussian &&
                          release.sensitivity == SensitivityRule::uniform &&
                          release.block.is_whole() && release.batch_size == data.samples() &&
                          release.noise_scale > 0 && covers(release, data.quadratic_bounds());
    if (!is_known) return kUnproven;
    const double move =
        moment_move(part_, data.quadratic_bounds(), data.dimension(), cost.neighbours());
    if (!(move > 0)) return kUnproven;
    if (!release.is_hardened()) {
      return rho_of_gaussian(move / static_cast<double>(data.samples()), release.noise_scale);
    }
    return hardened_gaussian_rho(query_of(release, data.dimension(), move, data.samples()), move,
                                 release.noise_scale);
  }

 private:
  static const HiddenMoments& moments_of(const Request& request) {
    return *static_cast<const MomentRequest&>(request).moments;
  }

  static bool covers(const Release& release, const QuadraticBounds& data) {
    const QuadraticBounds stated = bounds_of(release);
    return stated.curvature >= data.curvature && stated.slope >= data.slope;
  }

  static bool is_as_proven(const StatedRelease& stated) {
    return stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::rho &&
           !stated.draws_batches && stated.block.is_whole() &&
           stated.rule == SensitivityRule::uniform;
  }

  double move_of(const DescribedRelease& release) const {
    return moment_move(part_, bounds_of(release.release), release.dimension, release.neighbours);
  }

  GridQuery query_of(const Release& release, Index dimension, double move, Index samples) const {
    return moment_query(part_, bounds_of(release), dimension, move, samples, release.grid);
  }

  Vector part_of(const HiddenMoments& moments) const {
    if (part_ == MomentPart::first) return -moments.origin_;
    const Eigen::MatrixXd second = moments.second();
    return part_ == MomentPart::second ? packed_symmetric(second)
                                       : Vector::Constant(1, symmetric_spectrum(second).smallest);
  }

  MomentPart part_;
};

HiddenMoments::HiddenMoments(Index dimension)
    : Hidden(MomentForm::key()),
      point_(Vector::Zero(dimension)),
      gradient_(dimension),
      columns_(dimension, dimension) {}

const ReleaseForm* moment_form(MomentPart part) {
  static const MomentForm least(MomentPart::least_eigenvalue), second(MomentPart::second),
      first(MomentPart::first);
  if (part == MomentPart::least_eigenvalue) return &least;
  return part == MomentPart::second ? &second : &first;
}

ReleaseDetails details_of_moment(const QuadraticBounds& bounds) {
  return {bounds.curvature, bounds.slope};
}

MomentRequest moment_of(MomentPart part, const HiddenMoments& moments, const Release& release) {
  MomentRequest request;
  request.form = moment_form(part);
  request.release = release;
  request.moments = &moments;
  return request;
}

}  // namespace noisy
