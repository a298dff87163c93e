#include "engine/algorithm/accelerated/theory/figures.h"
#include "engine/math/elementary.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

struct Figure1 {
  Figure1Preset preset = Figure1Preset::corrected;
  double step_size = 0.0;
  double noise_per_iteration = 0.0;
  Index iterations = 250;
};

const std::vector<Field<Figure1>>& fields() {
  static const std::vector<Field<Figure1>> kFields = {
      {choice_spec<Figure1Preset>("preset", "Preset", "Which form of the figure is drawn."),
       &store<&Figure1::preset>},
      {positive_spec("stepSize", "Step size", "alpha; the figure has 0.1, 0.5 and 1, and L = 1."),
       &store<&Figure1::step_size>},
      {not_negative_spec("noisePerIteration", "Noise per iteration",
                         "c_w: a run of T iterations has noise of standard deviation T c_w, "
                         "because its budget is spread over them; the figure has 1e-4 and 1e-2."),
       &store<&Figure1::noise_per_iteration>},
      {or_default(iterations_spec(TheoryLimits::kFigureIterations), 250.0),
       &store<&Figure1::iterations>}};
  return kFields;
}

/// The values whose logarithms are given, or null when there are none.
Json values_json(const std::vector<double>& logarithms) {
  if (logarithms.empty()) return {};
  return column(logarithms, [](double logarithm) { return math::exp(logarithm); });
}

Json logarithms_json(const std::vector<double>& logarithms) {
  return logarithms.empty() ? Json() : Json::numbers(logarithms);
}

Json curve_json(const Figure1Curve& curve) {
  return Json::object({{"momentum", curve.momentum},
                       {"rate", curve.rate},
                       {"heavyBallRate", curve.heavy_ball_rate},
                       {"bound", values_json(curve.log_bound)},
                       {"exact", values_json(curve.log_exact)},
                       {"logBound", logarithms_json(curve.log_bound)},
                       {"logExact", logarithms_json(curve.log_exact)}});
}

Result<Json> answer(const Json& given) {
  const auto figure = read_question(given, fields());
  if (!figure) return std::unexpected(figure.error());
  const auto panel = figure1_panel(figure->preset, figure->step_size, figure->noise_per_iteration,
                                   figure->iterations);
  if (!panel) return std::unexpected(panel.error());
  std::vector<Json> curves;
  for (const Figure1Curve& curve : panel->curves) curves.push_back(curve_json(curve));
  return Json::object({{"momenta", Json::numbers(panel->momenta)},
                       {"rates", Json::numbers(panel->rates)},
                       {"curves", Json::array(std::move(curves))}});
}

}  // namespace

TheoryQuery figure_1_query() {
  return {.name = "figure-1",
          .title = "Figure 1",
          .description =
              "The rate against momentum, and the error bound against the number of iterations "
              "that share one budget: it falls, then rises.",
          .source = "Figure 1",
          .parameters = specs_of(fields()),
          .answer = &answer};
}

}  // namespace noisy
