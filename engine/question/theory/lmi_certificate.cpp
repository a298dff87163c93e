#include "engine/algorithm/accelerated/theory/lmi_certificate.h"

#include <optional>

#include "engine/experiment/file/experiment.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

using record::in, record::in_or_null, record::of;

struct BoundQuestion : LmiBoundParameters {
  Index iterations = 0;
};

struct CertificateQuestion : HeavyBallProblem {
  std::optional<BoundQuestion> bound;
};

const std::vector<Field<BoundQuestion>>& bound_fields() {
  static const std::vector<Field<BoundQuestion>> kFields = {
      {iterations_spec(FormatLimits::kIterations), &store<&BoundQuestion::iterations>},
      {not_negative_spec("squaredDistance", "Squared distance", "|x_0 - x*|^2, with x_{-1} = x_0."),
       &store<&BoundQuestion::squared_distance>},
      {not_negative_spec("initialGap", "Initial gap", "F(x_0) - F*."),
       &store<&BoundQuestion::initial_gap>},
      {not_negative_spec("noiseTrace", "Noise trace",
                         "Bound on the trace of the gradient noise's covariance: sigma_s^2 + 2 d "
                         "b^2."),
       &store<&BoundQuestion::noise_trace>},
      {or_default(whole_spec("dimension", "Dimension", 1, FormatLimits::kFeatures,
                             "d; used by the literal form only, which counts it twice."),
                  1.0),
       &store<&BoundQuestion::dimension>}};
  return kFields;
}

Result<void> read_bound(const Json& value, const FieldPlace& at, CertificateQuestion& question) {
  auto bound = read_question(value, bound_fields(), {}, at.path);
  if (!bound) return std::unexpected(bound.error());
  question.bound = *bound;
  return {};
}

const std::vector<Field<CertificateQuestion>>& fields() {
  static const std::vector<Field<CertificateQuestion>> kFields = {
      {positive_spec("strongConvexity", "Strong convexity", "mu."),
       &store<&CertificateQuestion::strong_convexity>},
      {positive_spec("smoothness", "Smoothness", "L, at least mu."),
       &store<&CertificateQuestion::smoothness>},
      {positive_spec("stepSize", "Step size", "alpha."), &store<&CertificateQuestion::step_size>},
      {momentum_spec(), &store<&CertificateQuestion::momentum>},
      {or_default(choice_spec<LmiForm>("form", "Form", "Which signs the inequality has."),
                  word_for(LmiForm::corrected)),
       &store<&CertificateQuestion::form>},
      {{.name = "bound",
        .title = "Bound",
        .default_rule = "no bound",
        .description = "Asks for the best bound after T noisy iterations, too."},
       &read_bound}};
  return kFields;
}

std::vector<ParameterSpec> parameters() {
  std::vector<ParameterSpec> specs = specs_of(fields());
  add_nested(specs, "bound", specs_of(bound_fields()));
  return specs;
}

constexpr record::Table kCertificate{"LmiRate",
                                     "",
                                     {{"rate", of<&LmiCertificate::rate>()},
                                      {"p11", of<&LmiCertificate::p11>()},
                                      {"p12", of<&LmiCertificate::p12>()},
                                      {"p22", of<&LmiCertificate::p22>()},
                                      {"c0", of<&LmiCertificate::c0>()},
                                      {"margin", of<&LmiCertificate::margin>()}}};

constexpr record::Table kBound{"LmiBound",
                               "",
                               {{"transient", of<&LmiBound::transient>("number | null")},
                                {"noise", of<&LmiBound::noise>("number | null")},
                                {"plainNoise", of<&LmiBound::plain_noise>("number | null")},
                                {"total", of<&LmiBound::total>("number | null")},
                                {"rate", of<&LmiBound::certificate, &LmiCertificate::rate>()}}};

struct Found {
  bool found = true;
  LmiCertificate certificate;
  std::optional<LmiBound> best_bound;
};

constexpr record::Table kFound{"LmiFound",
                               "",
                               {{"found", of<&Found::found>("true")},
                                {"certificate", in<kCertificate, &Found::certificate>()},
                                {"bestBound", in_or_null<kBound, &Found::best_bound>()}}};

struct NotFound {
  bool found = false;
  std::string reason;
};

constexpr record::Table kNotFound{
    "LmiNotFound",
    "Normal for aggressive momentum; does not mean divergence.",
    {{"found", of<&NotFound::found>("false")}, {"reason", of<&NotFound::reason>()}}};

/// That there is none is a finding; so is that a rate below 1 rounds to 1.
Result<Json> found_nothing(const Error& error) {
  if (error.field == "rate") {
    return record::json_of<kNotFound>(
        NotFound{.reason = "alpha mu is so small that no rate differs from 1"});
  }
  if (error.code != ErrorCode::no_certificate) return std::unexpected(error);
  return record::json_of<kNotFound>(NotFound{.reason = error.message});
}

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  if (auto checked = check_convexity(question->strong_convexity, question->smoothness); !checked) {
    return std::unexpected(checked.error());
  }
  const auto certificate = best_rate_certificate(*question);
  if (!certificate) return found_nothing(certificate.error());
  std::optional<LmiBound> bound;
  if (question->bound) {
    const auto best = best_bound(*question, *question->bound, question->bound->iterations);
    if (!best) return found_nothing(best.error());
    bound = *best;
  }
  return record::json_of<kFound>(Found{.certificate = *certificate, .best_bound = bound});
}

}  // namespace

TheoryQuery lmi_certificate_query() {
  return {.name = "lmi-certificate",
          .title = "Heavy ball certificate",
          .description =
              "The best provable rate of the heavy ball on all strongly convex smooth functions, "
              "and the best bound on the error after T noisy iterations.",
          .source = "Prop. 3.4, sign corrected",
          .parameters = parameters(),
          .records = {&kFound, &kNotFound},
          .answer = &answer};
}

}  // namespace noisy
