#include <array>
#include <string>

#include "engine/data/builtin_data.h"

namespace noisy {
namespace {

constexpr const char* kScikitLearn = "; file from scikit-learn 1.2.1 (BSD-3-Clause)";

/// Ten measurements of cell nuclei, in pixels of the digitized image where they have a unit, each
/// as mean, standard error and "worst" (mean of the three largest) of an image. Lengths and areas
/// begin at 0; the dimensionless ones are ratios whose natural scale is below 1.
///
/// Usual ranges follow from the mean's: radii of 8 to 22 pixels give perimeters of 2 pi r and areas
/// of pi r^2; the standard error of a few dozen nuclei is at most a tenth of the largest mean; the
/// three largest nuclei reach one and a half times the usual lengths, textures and smoothness, and
/// twice the usual areas and shapes. builtin/README.md has the reason for each.
std::vector<BuiltinColumn> breast_cancer_columns() {
  struct Measurement {
    const char* name;
    double mean;  ///< upper ends of the ranges that nothing is outside of
    double error;
    double worst;
    Interval usual;      ///< of the mean
    double usual_error;  ///< upper ends of the usual ranges
    double usual_worst;
  };
  constexpr std::array<Measurement, 10> kMeasurements = {
      {{"radius", 40, 4, 50, {8, 22}, 2.2, 33},
       {"texture", 50, 6, 60, {10, 30}, 3, 45},
       {"perimeter", 250, 30, 350, {50, 140}, 14, 210},
       {"area", 4000, 800, 6000, {200, 1500}, 150, 3000},
       {"smoothness", 0.25, 0.05, 0.3, {0.07, 0.13}, 0.013, 0.195},
       {"compactness", 0.5, 0.2, 1.5, {0, 0.3}, 0.03, 0.6},
       {"concavity", 0.6, 0.5, 1.5, {0, 0.3}, 0.03, 0.6},
       {"concave points", 0.3, 0.1, 0.5, {0, 0.15}, 0.015, 0.3},
       {"symmetry", 0.5, 0.1, 0.8, {0.1, 0.3}, 0.03, 0.6},
       {"fractal dimension", 0.15, 0.05, 0.3, {0.05, 0.08}, 0.008, 0.16}}};
  std::vector<BuiltinColumn> columns;
  for (const Measurement& m : kMeasurements) {
    columns.push_back({std::string("mean ") + m.name, {0, m.mean}, m.usual});
  }
  for (const Measurement& m : kMeasurements) {
    columns.push_back({m.name + std::string(" error"), {0, m.error}, {0, m.usual_error}});
  }
  for (const Measurement& m : kMeasurements) {
    const Interval usual{m.usual.lower, m.usual_worst};
    columns.push_back({std::string("worst ") + m.name, {0, m.worst}, usual});
  }
  return columns;
}

/// Each pixel counts the set dots of a 4 x 4 block: 0 to 16, and all of them are usual.
std::vector<BuiltinColumn> digits_columns() {
  std::vector<BuiltinColumn> columns;
  for (int i = 0; i < 64; ++i) {
    columns.push_back(
        {"pixel " + std::to_string(i / 8) + " " + std::to_string(i % 8), {0, 16}, {0, 16}});
  }
  return columns;
}

/// Years; 1 or 2; kg/m^2; mm Hg; mg/dl for the lipids and the glucose. Usual are the values of
/// adults in a clinic, with the thresholds of its guidelines well inside; builtin/README.md has the
/// reason for each.
std::vector<BuiltinColumn> diabetes_columns() {
  return {{"age", {0, 100}, {20, 80}},
          {"sex", {1, 2}, {1, 2}},
          {"body mass index", {10, 60}, {15, 45}},
          {"blood pressure", {40, 180}, {60, 130}},
          {"total cholesterol", {50, 400}, {100, 300}},
          {"low-density lipoproteins", {0, 300}, {30, 200}},
          {"high-density lipoproteins", {0, 150}, {20, 100}},
          {"cholesterol ratio", {1, 12}, {2, 8}},
          {"log triglycerides", {2, 8}, {3, 6.5}},
          {"blood glucose", {40, 300}, {60, 130}}};
}

BuiltinData breast_cancer() {
  BuiltinData data;
  data.name = "breast-cancer";
  data.file = "breast_cancer.csv";
  data.sha256 = "fed3eb72d0575ef6192293f5093c6e801b1476b577d0386bf4455504522172ed";
  data.title = "Breast cancer Wisconsin (diagnostic)";
  data.source = "Wolberg, Mangasarian, Street and Street 1995, UCI Machine Learning Repository";
  data.licence = std::string("CC BY 4.0") + kScikitLearn;
  data.target = "diagnosis: 0 malignant, 1 benign";
  data.target_range = {0, 1};
  data.class_names = {"malignant", "benign"};
  data.samples = 569;
  data.columns = breast_cancer_columns();
  data.suggested = {.intercept = 0.5,
                    .row_bound = 3,
                    .source =
                        "a nucleus's radius of 8 to 22 pixels, and what follows from it and "
                        "from the shapes of ellipses; see engine/data/builtin/README.md"};
  return data;
}

BuiltinData digits() {
  BuiltinData data;
  data.name = "digits";
  data.file = "digits.csv";
  data.sha256 = "6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8";
  data.title = "Handwritten digits";
  data.source = "Alpaydin and Kaynak 1998, UCI Machine Learning Repository (test part)";
  data.licence = std::string("CC BY 4.0") + kScikitLearn;
  data.target = "the digit, 0 to 9";
  data.target_range = {0, 9};
  for (int digit = 0; digit < 10; ++digit) data.class_names.push_back(std::to_string(digit));
  data.samples = 1797;
  data.columns = digits_columns();
  data.suggested = {
      .intercept = 1, .row_bound = 7, .source = "the number of dots in a 4 x 4 block"};
  return data;
}

BuiltinData diabetes() {
  BuiltinData data;
  data.name = "diabetes";
  data.file = "diabetes.csv";
  data.sha256 = "2d9516499b8b56e76cf361824b4608b0bef572b03e561ba3410ca4b4ce37b5d4";
  data.title = "Diabetes progression";
  data.source = "Efron, Hastie, Johnstone and Tibshirani 2004, Annals of Statistics 32";
  data.licence = std::string("public research data") + kScikitLearn;
  data.target = "disease progression one year after baseline";
  data.target_range = {0, 400};
  data.samples = 442;
  data.columns = diabetes_columns();
  data.suggested = {.intercept = 0.5,
                    .row_bound = 2,
                    .source =
                        "what a clinic sees in adults, by the units of the columns; see "
                        "engine/data/builtin/README.md"};
  return data;
}

}  // namespace

const std::vector<BuiltinData>& builtin_data() {
  static const std::vector<BuiltinData> all = {breast_cancer(), digits(), diabetes()};
  return all;
}

}  // namespace noisy
