#include "engine/algorithm/accelerated/theory/figures.h"
#include "engine/math/elementary.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

using record::in, record::kNumbersOrNull, record::of, record::or_null, record::Seen::nobody;

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

/// The values whose logarithms are given.
std::vector<double> values_of(const std::vector<double>& logarithms) {
  std::vector<double> values;
  for (const double logarithm : logarithms) values.push_back(math::exp(logarithm));
  return values;
}
std::vector<double> bound_of(const Figure1Curve& curve) {
  return values_of(curve.log_bound);
}
std::vector<double> exact_of(const Figure1Curve& curve) {
  return values_of(curve.log_exact);
}

constexpr record::Table kCurve{
    "Figure1Curve",
    "Values for runs of T = 1, 2, ... iterations.",
    {{"momentum", of<&Figure1Curve::momentum>()},
     {"rate", of<&Figure1Curve::rate>("number | null")},
     {"heavyBallRate", of<&Figure1Curve::heavy_ball_rate>("number | null")},
     {"bound", of<&bound_of>(kNumbersOrNull)},
     {"exact", or_null<&exact_of>("(number | null)[] | null"), nobody,
      "Of the preset `corrected`."},
     {"logBound", of<&Figure1Curve::log_bound>(kNumbersOrNull)},
     {"logExact", or_null<&Figure1Curve::log_exact>("(number | null)[] | null")}}};

constexpr record::Table kFigure{"Figure1",
                                "",
                                {{"momenta", of<&Figure1Panel::momenta>()},
                                 {"rates", of<&Figure1Panel::rates>(kNumbersOrNull)},
                                 {"curves", in<kCurve, &Figure1Panel::curves>("[]")}}};

Result<Json> answer(const Json& given) {
  const auto figure = read_question(given, fields());
  if (!figure) return std::unexpected(figure.error());
  const auto panel = figure1_panel(figure->preset, figure->step_size, figure->noise_per_iteration,
                                   figure->iterations);
  if (!panel) return std::unexpected(panel.error());
  return record::json_of<kFigure>(*panel);
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
          .records = {&kFigure},
          .answer = &answer};
}

}  // namespace noisy
